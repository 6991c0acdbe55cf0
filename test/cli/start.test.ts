import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createProgram } from '../../cli/program.ts';

const MAIN = join(import.meta.dir, '../../cli/main.ts');

/** Every module that is loaded before costs each call of `perkmint --version` its time and memory. */
test('the version is printed before any other module of the program is loaded', async () => {
  const source = (await Bun.file(MAIN).text()).replace(/^#!.*\n/, '');
  const imports = new Bun.Transpiler({ loader: 'ts' }).scanImports(source);
  const loaded = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  expect(loaded).toEqual(['../src/platform/version.ts']);
  for (const flag of ['--version', '-V']) {
    const { stdout, exitCode } = Bun.spawnSync([process.execPath, MAIN, flag]);
    expect([stdout.toString(), exitCode]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/), 0]);
  }
});

test('a command that runs is built without the other ones, under each of its names', () => {
  const all = createFor();
  const names = all.commands.flatMap(command => [command.name(), ...command.aliases()]);
  expect(names).toContain('start');
  for (const name of names) {
    const { commands } = createFor(name);
    const built = commands.flatMap(command => [command.name(), ...command.aliases()]);
    expect(built).toContain(name);
    expect([name, commands.length < 4]).toEqual([name, true]);
  }
  expect(createFor('unknown').commands).toHaveLength(all.commands.length);
});

function createFor(name?: string) {
  const io = { out: () => {}, err: () => {}, env: {}, isInteractive: false, isOutTerminal: false };
  return createProgram(io as never, () => async () => {}, name);
}
