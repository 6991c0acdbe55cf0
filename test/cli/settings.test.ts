import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorsTable, exitCodesTable, settingsTable, validationRulesTable } from '../../cli/guide-tables.ts';
import { createProgram } from '../../cli/program.ts';
import { encryptedList, positionsTable, rateLimitsTable } from '../../cli/security-tables.ts';
import { perkmint } from './fixture.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('config shows each value with its source', async () => {
  const { json, code } = await perkmint(folder, ['config', '--json'], { env: { PORT: '8080' } });
  expect(code).toBe(0);
  expect(json.PORT).toEqual({ value: 8080, origin: 'environment' });
  expect(json.HOST).toEqual({ value: '127.0.0.1', origin: 'default' });
  expect(json.PUBLIC_URL.value).toBe('http://127.0.0.1:8080');
  const flagged = await perkmint(folder, ['config', '--json', '--data-dir', folder]);
  expect(flagged.json.DATA_DIR).toEqual({ value: folder, origin: 'flag' });
});

test('config masks secrets from all sources', async () => {
  const secret = 'a secret of thirty-two bytes or more';
  const file = join(folder, 'smtp');
  writeFileSync(file, 'smtps://me:hunter22@mail.example\n');
  const env = { JWT_SECRET: secret, SMTP_URL_FILE: file };
  const { out } = await perkmint(folder, ['config', '--json'], { env });
  expect(out).not.toContain(secret);
  expect(out).not.toContain('hunter22');
  expect(JSON.parse(out).SMTP_URL).toEqual({ value: '********', origin: 'file' });
  expect(JSON.parse(out).ADMIN_PASSWORD).toEqual({ value: '', origin: 'default' });
});

test('every command reports all invalid settings at once and exits with 2', async () => {
  const env = {
    PORT: 'http',
    RATE_LIMIT: 'maybe',
    JWT_SECRET: 'short',
    ADMIN_EMAIL: 'root@shop.example',
    SMTP_URL_FILE: '/nowhere',
  };
  for (const line of [['config'], ['users', 'list'], ['serve']]) {
    const { code, err } = await perkmint(folder, line, { env });
    expect(code).toBe(2);
    for (const name of ['PORT', 'RATE_LIMIT', 'JWT_SECRET', 'ADMIN_PASSWORD', 'SMTP_URL_FILE']) {
      expect(err).toContain(name);
    }
    expect(err).not.toContain('short');
  }
});

test('doctor reports invalid settings as findings', async () => {
  const { code, out } = await perkmint(folder, ['doctor'], { env: { PORT: 'http', ADMIN_EMAIL: 'x' } });
  expect(code).toBe(7);
  expect(out).toContain('PORT must be');
  expect(out).toContain('ADMIN_EMAIL must be');
});

test('the guides contain the tables that the code generates (update them with: bun run guides)', async () => {
  const guide = (name: string) => Bun.file(join(import.meta.dir, `../../src/guides/${name}.md`)).text();
  expect(await guide('settings')).toContain(settingsTable());
  expect(await guide('cli')).toContain(exitCodesTable());
  expect(await guide('errors')).toContain(errorsTable());
  expect(await guide('errors')).toContain(validationRulesTable());
  for (const table of [positionsTable(), rateLimitsTable(), encryptedList()])
    expect(await guide('security-model')).toContain(table);
  expect((await perkmint(folder, ['config', '--markdown'])).out.trim()).toBe(settingsTable());
});

function leaves(command: Command): Command[] {
  return command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];
}

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

function program(): Command {
  const io = { env: {}, out: () => {}, err: () => {} };
  return createProgram({ ...io, isInteractive: false, isOutTerminal: false } as never, () => async () => {});
}

test('every command has a description and two examples', async () => {
  for (const command of all(program())) {
    let help = '';
    command.configureOutput({
      writeOut: text => {
        help += text;
      },
    });
    command.outputHelp();
    const examples = help.split('Examples:\n')[1]?.trim().split('\n') ?? [];
    expect({ command: command.name(), isExplained: command.description() !== '', examples }).toMatchObject({
      isExplained: true,
    });
    expect(examples.length).toBeGreaterThanOrEqual(2);
    expect(help).not.toContain('undefined');
  }
});

test('no option accepts a secret as its value', () => {
  for (const command of leaves(program())) {
    for (const { long, required, optional } of command.options) {
      const takesValue = required || optional;
      const isSecret = /password|secret|token|api-key/.test(long ?? '');
      if (takesValue && isSecret) expect(long).toEndWith('-file');
    }
  }
});

test('an invalid command line exits with 2; help and version exit with 0', async () => {
  for (const line of [[], ['users'], ['nonsense'], ['users', 'list', '--nonsense'], ['users', 'create']]) {
    expect((await perkmint(folder, line)).code).toBe(2);
  }
  expect((await perkmint(folder, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+/);
  expect((await perkmint(folder, ['db', 'restore', '--help'])).code).toBe(0);
});

test('color is used on terminals only, and not with NO_COLOR', async () => {
  const line = ['config'];
  const terminal = { isOutTerminal: true };
  expect((await perkmint(folder, line, terminal)).out).toContain('\u001b[');
  expect((await perkmint(folder, line)).out).not.toContain('\u001b[');
  expect((await perkmint(folder, line, { ...terminal, env: { NO_COLOR: '1' } })).out).not.toContain(
    '\u001b[',
  );
});

test('config shows only those platform settings that are set', async () => {
  const file = join(folder, 'tiktok.secret');
  writeFileSync(file, 'planted\n');
  const env = { OAUTH_TIKTOK_CLIENT_ID: 'aw123', OAUTH_TIKTOK_CLIENT_SECRET_FILE: file };
  const { json } = await perkmint(folder, ['config', '--json'], { env });
  const shown = Object.entries(json).filter(([name]) => /^OAUTH_[A-Z]+_(CLIENT|TOKEN)/.test(name));
  expect(shown).toEqual([
    ['OAUTH_TIKTOK_CLIENT_ID', { value: 'aw123', origin: 'environment' }],
    ['OAUTH_TIKTOK_CLIENT_SECRET', { value: '********', origin: 'file' }],
  ]);
  const wrong = await perkmint(folder, ['config'], {
    env: { OAUTH_X_TOKEN_URL: 'ftp://x', OAUTH_REDIRECTS: 'x' },
  });
  expect(wrong.err).toContain('OAUTH_X_TOKEN_URL must be');
  expect(wrong.err).toContain('OAUTH_REDIRECTS must be');
});
