import type { Command } from 'commander';
import { describeApi } from '../api/description.ts';
import { type Action, withExamples } from '../command.ts';

export function openapiCommand(program: Command, action: Action): void {
  const command = program
    .command('openapi')
    .description('Print the OpenAPI 3.1 document')
    .action(
      action(async context => {
        context.out.json(await describeApi(context));
      }),
    );
  withExamples(
    command,
    'perkmint openapi > openapi.json',
    'PUBLIC_URL=https://perks.example perkmint openapi',
  );
}
