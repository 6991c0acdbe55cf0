import { chmodSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { generatePythonModule } from '../../src/describe/python/module.ts';
import { buildPythonWheel } from '../../src/describe/python/wheel.ts';
import { describeApi } from '../api/description.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';

/** The client is public and contains no secrets, so unlike other files it is readable by other users. */
const PUBLIC_FILE = 0o644;

export function sdkCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'sdk',
    'Generate API clients for other languages',
    'perkmint sdk python > perkmint.py',
    'perkmint sdk python --out perkmint.py',
  );
  const python = noun
    .command('python')
    .description('Write the Python client (Python 3.9 or later, standard library only)')
    .option('--out <file>', 'output file; a name ending in .whl creates a wheel')
    .action(
      action<{ out?: string }>(async context => {
        const { out } = context.options;
        const source = generatePythonModule(await describeApi(context));
        if (!out) {
          context.out.text(source);
          return;
        }
        writeFileSync(out, out.endsWith('.whl') ? buildPythonWheel(source) : source);
        chmodSync(out, PUBLIC_FILE);
        context.out.info(`Written to ${out}`);
      }),
    );
  withExamples(
    python,
    'perkmint sdk python --out perkmint.py',
    'PUBLIC_URL=https://perks.example perkmint sdk python > perkmint.py',
  );
}
