import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { generateBrunoCollection } from '../../src/describe/bruno/collection.ts';
import { DOWNLOADS, type DownloadName } from '../../src/describe/downloads.ts';
import { describeApi } from '../api/description.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';

/** The client is public and contains no secrets, so unlike other files it is readable by other users. */
const PUBLIC_FILE = 0o644;

export function sdkCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'sdk',
    'Generate API clients for other languages',
    'perkmint sdk python > perkmint.py',
    'perkmint sdk typescript --out perkmint.ts',
  );
  const python = noun
    .command('python')
    .description('Write the Python client (Python 3.9 or later, standard library only)')
    .option('--out <file>', 'output file; a name ending in .whl creates a wheel')
    .action(
      action<{ out?: string }>(async context => {
        const { out } = context.options;
        await save(context, out, out?.endsWith('.whl') ? 'wheel' : 'python');
      }),
    );
  withExamples(
    python,
    'perkmint sdk python --out perkmint.py',
    'PUBLIC_URL=https://perks.example perkmint sdk python > perkmint.py',
  );

  const typescript = noun
    .command('typescript')
    .description('Write the TypeScript client (Node.js 20.3 or later, Bun, Deno and browsers)')
    .option('--out <file>', 'output file; a name ending in .tgz creates a package for npm')
    .action(
      action<{ out?: string }>(async context => {
        const { out } = context.options;
        await save(context, out, out?.endsWith('.tgz') ? 'tarball' : 'typescript');
      }),
    );
  withExamples(
    typescript,
    'perkmint sdk typescript --out perkmint.ts',
    'PUBLIC_URL=https://perks.example perkmint sdk typescript --out perkmint.tgz',
  );
  addN8n(noun, action);
  addBruno(noun, action);
}

function addN8n(noun: Command, action: Action): void {
  const n8n = noun
    .command('n8n')
    .description('Write the community nodes for n8n as an npm package')
    .option('--out <file>', 'output file', DOWNLOADS.n8n.fileName)
    .action(action<{ out: string }>(async context => save(context, context.options.out, 'n8n')));
  withExamples(n8n, 'perkmint sdk n8n', 'perkmint sdk n8n --out nodes.tgz');
}

function addBruno(noun: Command, action: Action): void {
  const bruno = noun
    .command('bruno')
    .description('Write a collection for the API client Bruno: a folder with a request for each operation')
    .option(
      '--out <folder>',
      'output folder; requests in it that were generated earlier are replaced',
      'perkmint-bruno',
    )
    .action(
      action<{ out: string }>(async context => {
        const { out: folder } = context.options;
        const files = Object.entries(generateBrunoCollection(await describeApi(context)));
        for (const [name, content] of files) {
          const file = join(folder, name);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
          chmodSync(file, PUBLIC_FILE);
        }
        context.out.info(`Written to ${folder}: ${files.length} files`);
      }),
    );
  withExamples(
    bruno,
    'perkmint sdk bruno',
    'PUBLIC_URL=https://perks.example perkmint sdk bruno --out requests',
  );
}

/** Writes a client to a file, or to standard output. */
async function save(context: CommandContext, file: string | undefined, name: DownloadName): Promise<void> {
  const { out: output } = context;
  const content = await DOWNLOADS[name].build(await describeApi(context));
  if (!file) {
    output.text(String(content));
    return;
  }
  writeFileSync(file, content);
  chmodSync(file, PUBLIC_FILE);
  output.info(`Written to ${file}`);
}
