import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Command, CommanderError } from 'commander';
import { buildProgram, commandPath, withSubcommands } from './fixture.ts';

/** Every example of every help is a command line that the program takes: nothing is run, all is parsed. */

interface Example {
  path: string[];
  line: string;
}

function examplesOf(command: Command): Example[] {
  let help = '';
  command.configureOutput({
    writeOut: text => {
      help += text;
    },
  });
  command.outputHelp();
  const lines = help.split('Examples:\n')[1]?.trim().split('\n') ?? [];
  return lines.map(line => ({ path: commandPath(command), line: line.trim().replace(/^\$ /, '') }));
}

/** The words that the shell would hand to perkmint: settings before it, pipes and redirections are its own. */
function wordsOf(line: string): string[] {
  const inner = /(?:\$|<)\((perkmint [^)]*)\)/.exec(line)?.[1] ?? line;
  const start = inner.indexOf('perkmint ');
  expect(inner.slice(0, start)).toMatch(/^(\w+=\S+ )*$/);
  const [own = ''] = inner.slice(start + 'perkmint '.length).split(/ [<>|&] ?| > /);
  return [...own.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? (plain as string));
}

async function parse(words: string[]): Promise<{ ran: string[]; problem?: string }> {
  const ran: string[] = [];
  try {
    const record =
      () =>
      async (...given: unknown[]) => {
        ran.push(commandPath(given.at(-1) as Command).join(' '));
      };
    await buildProgram(record).parseAsync(words, { from: 'user' });
    return { ran };
  } catch (error) {
    const { exitCode, message } = error as CommanderError;
    return { ran, problem: exitCode === 0 ? undefined : message };
  }
}

const EXAMPLES = withSubcommands(buildProgram()).flatMap(examplesOf);

describe('an example', () => {
  test('exists at least twice for every command', () => {
    expect(EXAMPLES.length).toBeGreaterThan(2 * 60);
  });

  test.each(EXAMPLES.map(({ path, line }) => [line, path] as const))('%s', async (line, path) => {
    const words = wordsOf(line);
    const { ran, problem } = await parse(words);
    expect(problem).toBeUndefined();
    if (words.includes('--help')) return;
    // It shows the command that it is printed below, or one of its group.
    expect(ran).toHaveLength(1);
    expect(ran[0]?.startsWith(path.join(' '))).toBe(true);
  });
});

describe('a command line of the README or a guide', async () => {
  const root = join(import.meta.dir, '../..');
  const files = ['README.md', ...new Bun.Glob('src/guides/*.md').scanSync(root)];
  const texts = await Promise.all(files.map(file => Bun.file(join(root, file)).text()));
  const blocks = texts.flatMap(text =>
    [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block),
  );
  const lines = blocks
    .flatMap(block => block.replaceAll('\\\n', ' ').split('\n'))
    .flatMap(line => line.split(' && '))
    .map(line => line.replace(/\s+#.*$/, '').trim())
    .filter(line => /^(\w+=\S+ )*perkmint |^source <\(perkmint /.test(line));

  test('the README and the guides contain more than 40 command lines', () =>
    expect(lines.length).toBeGreaterThan(40));

  test.each([...new Set(lines)])('the command line %s is valid', async line => {
    expect((await parse(wordsOf(line))).problem).toBeUndefined();
  });
});
