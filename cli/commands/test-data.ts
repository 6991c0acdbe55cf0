import type { Command } from 'commander';
import { deleteTestData } from '../../src/test-mode/service.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';

export function testDataCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'test-data',
    'Delete what test keys have created',
    'perkmint test-data clear --business biz_01…',
    'perkmint test-data clear --business biz_01… --yes',
  );
  const clear = noun
    .command('clear')
    .description("Delete all of a business's test data, never real data")
    .addOption(new OnlyBusinessOption())
    .action(
      action<{ business: string }>(async context => {
        const { business } = context.options;
        const ctx = await context.ctx();
        await context.confirm(`Delete all test data of ${business}? This can't be undone.`);
        const result = await deleteTestData(ctx, business);
        context.out.done(result.deleted ? 'Test data deleted' : 'There was no test data', result);
      }),
    );
  withExamples(
    clear,
    'perkmint test-data clear --business biz_01…',
    'perkmint test-data clear --business biz_01… --yes',
  );
}
