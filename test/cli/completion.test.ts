import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHELLS, type Shell } from '../../cli/completion/scripts.ts';
import { PROGRAM } from '../support/program.ts';
import { perkmint } from './fixture.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-completion-'));
  const shim = join(folder, 'perkmint');
  writeFileSync(shim, `#!/bin/sh\nexec ${PROGRAM.map(word => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(shim, 0o755);
  writeFileSync(join(folder, 'a backup.sqlite'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function candidates(...words: string[]): Promise<string[]> {
  const { out, code } = await perkmint(folder, ['__complete', ...words]);
  expect(code).toBe(0);
  return out
    .trim()
    .split('\n')
    .map(line => line.split('\t')[0] as string);
}

describe('completion', () => {
  test('suggests a command, then a command of its group', async () => {
    expect(await candidates('')).toContain('webhooks');
    expect(await candidates('web')).toEqual(['webhooks']);
    expect(await candidates('db', '')).toEqual([
      'migrate',
      'backup',
      'backups',
      'keygen',
      'restore',
      'drill',
      'copy',
      'check',
      'stats',
    ]);
    expect(await candidates('--yes', 'users', 'res')).toEqual(['reset-link', 'reset-second-factor']);
  });

  test('suggests options of the command and global options', async () => {
    expect(await candidates('keys', 'create', '--s')).toEqual(['--scopes', '--server']);
    expect(await candidates('keys', 'create', '--y')).toEqual(['--yes']);
    expect(await candidates('serve', '--')).toContain('--data-dir');
  });

  test('suggests the values of an option or argument', async () => {
    expect(await candidates('campaigns', 'list', '--state', 'e')).toEqual(['ended', 'expired']);
    expect(await candidates('campaigns', 'list', '--state=pa')).toEqual(['--state=paused']);
    expect(await candidates('completion', '')).toEqual([...SHELLS]);
    expect(await candidates('webhooks', 'trigger', 'app')).toEqual(['approval']);
    // The value of an option that takes one is no command.
    expect(await candidates('--data-dir', 'users', 'key')).toEqual(['keys']);
  });

  test('suggests files for file options, and nothing for free text', async () => {
    expect(await candidates('db', 'restore', '')).toEqual([':files']);
    expect(await candidates('users', 'create', '--password-file', '')).toEqual([':files']);
    expect(await candidates('users', 'create', '--email', '')).toEqual(['']);
    expect(await candidates('nonsense', '')).not.toEqual([':files']);
  });
});

/** Completes a line as a shell does when the tab key is pressed. @returns the values, one per line */
const PRESS: Record<Shell, (words: string[]) => string[]> = {
  bash: words => [
    'bash',
    '--norc',
    '-c',
    'source <(perkmint completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _perkmint; ' +
      `printf "%s\\n" "\${COMPREPLY[@]}"`,
    'bash',
    ...words,
  ],
  zsh: words => [
    'zsh',
    '-f',
    '-c',
    // Replaces the completion system, which needs a terminal, and prints its input.
    `_describe() { print -l -- "\${(@P)2}" }; _files() { print -l -- * }; compdef() { : }; ` +
      'source <(perkmint completion zsh); words=("$@"); CURRENT=$#; _perkmint',
    'zsh',
    ...words,
  ],
  fish: words => [
    'fish',
    '--no-config',
    '-c',
    `perkmint completion fish | source; complete -C '${words.join(' ')}'`,
  ],
  powershell: words => [
    'pwsh',
    '-NoProfile',
    '-Command',
    'perkmint completion powershell | Out-String | Invoke-Expression; ' +
      `(TabExpansion2 '${words.join(' ')}').CompletionMatches.CompletionText`,
  ],
};

test('suggests operations, their fields, scopes, and the IDs of the data folder', async () => {
  expect(await candidates('api', 'listPr')).toContain('listPrograms');
  expect(await candidates('api', 'createCampaign', '--rew')).toEqual(['--reward']);
  expect(await candidates('keys', 'create', '--scopes', 'read,w')).toEqual(['read,write']);
  expect(await candidates('campaigns', 'show', '')).toEqual(['']);
  const data = join(folder, 'installation');
  await perkmint(data, ['db', 'migrate']);
  const { json } = await perkmint(data, ['businesses', 'create', '--name', 'Cup', '--json']);
  const { out } = await perkmint(data, ['__complete', 'keys', 'list', '--business', 'biz']);
  expect(out).toBe(`${json.id}\tCup\n`);
});

describe.each([...SHELLS])('in %s', shell => {
  const isThere = Bun.which(shell === 'powershell' ? 'pwsh' : shell) !== null;
  const press = (...words: string[]): string[] => {
    const { stdout, stderr } = Bun.spawnSync(PRESS[shell](['perkmint', ...words]), {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder },
    });
    expect(stderr.toString()).toBe('');
    return stdout
      .toString()
      .trim()
      .split('\n')
      .map(line => line.split(shell === 'zsh' ? ':' : '\t')[0] as string)
      .sort();
  };

  test.skipIf(!isThere)('the tab key offers commands, options, values and files', () => {
    expect(press('campaigns', 're')).toEqual(['resume']);
    expect(press('db', '')).toEqual([
      ...['backup', 'backups', 'check', 'copy', 'drill', 'keygen', 'migrate', 'restore', 'stats'],
    ]);
    expect(press('keys', 'create', '--sc')).toEqual(['--scopes']);
    expect(press('campaigns', 'list', '--state', 'pa')).toEqual(['paused']);
    const [file] = press('db', 'restore', shell === 'fish' ? 'a' : 'a ').filter(name => name.startsWith('a'));
    expect(file?.replaceAll('\\', '')).toBe('a backup.sqlite');
  });
});

test('an unknown shell is rejected with the list of known ones', async () => {
  const { code, err } = await perkmint(folder, ['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(err).toContain('bash, zsh, fish, powershell');
});
