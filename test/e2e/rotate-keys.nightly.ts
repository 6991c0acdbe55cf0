import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD } from '../support/accounts.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import { CAMPAIGN } from './calls.ts';
import { ServerProcess } from './server-process.ts';
import { createStorage, type Storage } from './stored-rows.ts';

const WRITERS = 64;
/** Requests of each writer before the rotation. */
const REQUESTS_BEFORE = 40;
/** The most kills of the command. Each lets it run longer than the one before. */
const MAX_KILLS = 40;
const FIRST_KILL_MS = 700;
const KILL_STEP_MS = 60;
const OLD = NODE_SECRETS.ENCRYPTION_KEY;
const NEW = 'the next encryption key of at least thirty-two bytes';

/** Runs a command beside the server, and kills it after a time. @returns undefined if it was killed */
async function runCommand(storage: Storage, key: string, line: string, killAfterMs = 600_000) {
  const command = [process.execPath, join(import.meta.dir, '../../cli/main.ts'), ...line.split(' ')];
  const env = { ...process.env, ...storage, ENCRYPTION_KEY: key, LOG_LEVEL: 'error', PORT: '0' };
  const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'inherit' });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const out = await new Response(child.stdout).text();
  await child.exited;
  clearTimeout(timer);
  return child.signalCode === null ? JSON.parse(out) : undefined;
}

/** Returns the finding of doctor about encrypted values. */
async function diagnose(storage: Storage, key: string): Promise<{ state: string; found: string }> {
  const findings: { check: string; state: string; found: string }[] = await runCommand(
    storage,
    key,
    'doctor --json',
  );
  return findings.find(({ check }) => check === 'encrypted values')!;
}

test('64 writers and kills of the command and of the server leave no value that the new key cannot read', async () => {
  const storage = await createStorage(mkdtempSync(join(tmpdir(), 'perkmint-rotate-')));
  const acknowledged = new Map<string, string>();
  let token = '';
  const createServer = (ENCRYPTION_KEY: string) =>
    new ServerProcess(storage, { settings: { ENCRYPTION_KEY } });
  let server = createServer(OLD);

  /** Creates a campaign under a key, or repeats that. @returns its ID, if the server lives */
  const create = async (key: string): Promise<string | undefined> => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
    };
    const response = await fetch(`${server.url}/campaigns`, {
      method: 'POST',
      headers,
      body: JSON.stringify(CAMPAIGN),
    }).catch(() => undefined);
    if (!response?.ok) return undefined;
    const { data } = (await response.json()) as { data: { id: string } };
    return data.id;
  };
  const write = async (writer: number, isDone: (n: number) => boolean) => {
    // The writers cause no such events: the secrets are under test, and not the deliveries.
    const webhook = { url: 'http://127.0.0.1:9/', events: ['program.'] };
    const { id } = await server.call('POST', '/webhooks', webhook, token);
    for (let n = 0; !isDone(n); n++) {
      const key = `${writer}-${acknowledged.size}-${n}`;
      const created = await create(key);
      if (created) acknowledged.set(key, created);
      await server.call('POST', `/webhooks/${id}/rotate-secret`, {}, token).catch(() => {});
    }
  };
  const writeAll = (isDone: (n: number) => boolean) =>
    Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n, isDone)));
  /** Starts another server on the same data. */
  const restart = async (key: string) => {
    await server.kill();
    server = createServer(key);
    await server.start();
    const login = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };
    token = (await server.call('POST', '/auth', login)).accessToken;
  };

  await server.start();
  await server.register();
  await restart(OLD);
  await writeAll(n => n === REQUESTS_BEFORE);

  await restart(`${NEW},${OLD}`);
  const before = await diagnose(storage, `${NEW},${OLD}`);
  expect(before.state).toBe('warning');
  let isRotated = false;
  const writing = writeAll(() => isRotated);
  const states = new Set<string>();
  let kills = 0;
  let result: { reencrypted: number; tables: { earlier: number; unreadable: number }[] } | undefined;
  while (!result && kills < MAX_KILLS) {
    result = await runCommand(
      storage,
      `${NEW},${OLD}`,
      'secrets rotate --json',
      FIRST_KILL_MS + KILL_STEP_MS * kills,
    );
    if (!result) kills += 1;
    states.add((await diagnose(storage, `${NEW},${OLD}`)).found);
    if (kills === 2) await server.kill().then(() => server.start());
  }
  isRotated = true;
  await writing;
  console.log(
    `${acknowledged.size} campaigns, ${kills} kills of the command; ${before.found}\n${[...states].join('\n')}`,
  );
  for (const { earlier, unreadable } of result!.tables) expect([earlier, unreadable]).toEqual([0, 0]);
  expect(kills).toBeGreaterThan(2);

  await restart(NEW);
  expect(await diagnose(storage, NEW)).toMatchObject({ state: 'ok' });
  for (const [key, id] of acknowledged) expect(await create(key)).toBe(id);
  await server.remove();
});
