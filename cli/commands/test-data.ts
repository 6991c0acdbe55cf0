import type { Command } from 'commander';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup } from '../command.ts';
import { recordsOf } from '../record-commands.ts';

export function testDataCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'test-data',
    'Delete what test keys have created',
    'perkmint test-data clear --business biz_01…',
    'perkmint test-data clear --business biz_01… --yes',
  );
  recordsOf(
    noun,
    action,
  )<{ deleted: boolean }>({
    usage: 'clear',
    about: "Delete all of a business's test data, never real data",
    call: 'DELETE /test-data',
    options: [new OnlyBusinessOption()],
    confirm: ({ businessId = 'the business' }) =>
      `Delete all test data of ${businessId}? This can't be undone.`,
    done: ({ deleted }) => (deleted ? 'Test data deleted' : 'There was no test data'),
    examples: [
      'perkmint test-data clear --business biz_01…',
      'perkmint test-data clear --business biz_01… --yes',
    ],
  });
}
