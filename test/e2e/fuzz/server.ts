/**
 * The server under test in its own process, so that the harness doesn't use its event loop:
 * `bun test/e2e/fuzz/server.ts <folder of a checkout>`. It also runs a control server: `POST /reset` serves a fresh copy of
 * the prepared installation, `POST /reads` sends many reads, `GET /activity` reports the effects of the last requests, and
 * `GET /memory` collects garbage and reports the resident size. IDs and secrets come from counters, so that requests can
 * be repeated exactly.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fromUUIDBytes } from 'typeid-js';
import type { Overrides } from '../../../src/app.ts';
import type { IdKind } from '../../../src/platform/ids.ts';
import type { TestApp } from '../../support/test-app.ts';
import { LoopProbe } from './loop-probe.ts';
import type { Activity, MemoryUse, ReadRequest, ReadResponse, Ready } from './protocol.ts';
import { StatementLog } from './statements.ts';

const CONTROL_BODY_LIMIT_BYTES = 64 * 1024 * 1024;
const IDLE_TIMEOUT_SECONDS = 255;
/** Longer than the longest run. */
const SETTINGS = { ACCESS_TOKEN_TTL: '86400' };
const MEMORY_READINGS = 10;
const MEMORY_PAUSE_MS = 100;
const BLOCK_BYTES = 64;
const SCOPES = ['read', 'write', 'review', 'trade', 'manage'];

// Created before the application is loaded, because it records only connections opened later.
const log = new StatementLog();
const folder = resolve(process.argv[2] ?? join(import.meta.dir, '../../..'));
const load = <T>(path: string): Promise<T> => import(join(folder, path));
const { createTestApp, getDatabaseFile } =
  await load<typeof import('../../support/test-app.ts')>('test/support/test-app.ts');
const { createAdmin, seedFixtures } =
  await load<typeof import('../../support/fixtures.ts')>('test/support/fixtures.ts');
const { startLiveServer } = await load<typeof import('../../support/live-server.ts')>(
  'test/support/live-server.ts',
);
const { ID_PREFIXES } = await load<typeof import('../../../src/platform/ids.ts')>('src/platform/ids.ts');

/** Returns generators of IDs and secrets that depend only on the seed. */
function counted(seed: number): Overrides {
  let ids = seed * 2 ** 32;
  let secrets = ids;
  return {
    ids: {
      next: (kind: IdKind) => {
        const bytes = Buffer.alloc(16);
        bytes.writeUIntBE(ids++, 10, 6);
        // Sets the time, version and variant of a UUIDv7.
        bytes.writeUIntBE(Date.parse('2026-06-01T12:00:00.000Z'), 0, 6);
        bytes[6] = 0x70;
        bytes[8] = 0x80;
        return fromUUIDBytes(ID_PREFIXES[kind], bytes);
      },
    },
    random: {
      bytes: count => {
        const blocks = Array.from({ length: Math.ceil(count / BLOCK_BYTES) }, () =>
          createHash('sha512').update(String(secrets++)).digest(),
        );
        return new Uint8Array(Buffer.concat(blocks).subarray(0, count));
      },
    },
  };
}

const template = mkdtempSync(join(tmpdir(), 'perkmint-fuzz-'));

async function prepare(): Promise<Omit<Ready, 'url' | 'control'>> {
  const first = await createTestApp(SETTINGS, counted(1));
  const fixtures = await seedFixtures(first);
  const admin = await createAdmin(first);
  const wanted = { name: 'Fuzz', scopes: SCOPES };
  const { data } = await first.call('POST', '/api-keys', wanted, { as: fixtures.owner });
  // The first use of a key and of a link is recorded, so use them once; later rejected requests change nothing.
  await first.call('GET', '/campaigns', undefined, { as: { apiKey: data.key } });
  await first.call('GET', `/exports/${fixtures.records.exports}`);
  await first.app.services.backgroundTasks.settled();
  const { config, webhookSecrets } = first.app.services;
  await first.app.close();
  cpSync(config.dataDir, template, { recursive: true });
  rmSync(config.dataDir, { recursive: true, force: true });
  const credentials = {
    anonymous: '',
    customer: fixtures.customer,
    owner: fixtures.owner,
    key: data.key,
    admin,
  };
  return { credentials, records: fixtures.records, live: [...fixtures.exampleReplacements], webhookSecrets };
}

const prepared = await prepare();
log.clear();
const open = () => createTestApp(SETTINGS, counted(2), template);
let current: TestApp = await open();
const live = startLiveServer(current);
const probe = new LoopProbe();

/** Includes the work that responses did not wait for, such as the results of mails, which would count for a later request. */
async function activity(): Promise<Activity> {
  await current.app.services.backgroundTasks.settled();
  return { blockedMs: probe.take(), statements: log.takeRan(), texts: log.takeTexts() };
}

async function reset(): Promise<{ file: string }> {
  const next = await open();
  live.switchTo(next);
  await current.close();
  current = next;
  // Discard the activity of opening the installation, but still report the texts of its statements.
  probe.take();
  log.takeRan();
  return { file: getDatabaseFile(current.app) };
}

async function read(
  requests: ReadRequest[],
): Promise<{ responses: ReadResponse[]; texts: Activity['texts'] }> {
  const responses: ReadResponse[] = [];
  for (const { path, headers } of requests) {
    log.takeRan();
    const response = await current.send(new Request(`http://localhost${path}`, { headers }));
    const text = await response.text();
    responses.push({
      status: response.status,
      headers: [...response.headers],
      text,
      statements: log.takeRan(),
    });
  }
  return { responses, texts: log.takeTexts() };
}

/** Returns the lowest of several readings, because freed memory is returned to the system with a delay. */
async function leastRss(release: () => void): Promise<number> {
  const readings: number[] = [];
  for (let n = 0; n < MEMORY_READINGS; n++) {
    release();
    await Bun.sleep(MEMORY_PAUSE_MS);
    readings.push(process.memoryUsage.rss());
  }
  return Math.min(...readings);
}

async function memory(): Promise<MemoryUse> {
  const collect = () => Bun.gc(true);
  const rssBytes = await leastRss(collect);
  const keptBytes = await leastRss(() => {
    collect();
    Bun.shrink();
  });
  return { rssBytes, keptBytes };
}

const control = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: IDLE_TIMEOUT_SECONDS,
  maxRequestBodySize: CONTROL_BODY_LIMIT_BYTES,
  routes: {
    '/reset': async () => Response.json(await reset()),
    '/reads': async request => Response.json(await read((await request.json()) as ReadRequest[])),
    '/activity': async () => Response.json(await activity()),
    '/memory': async () => Response.json(await memory()),
  },
});

const ready: Ready = { url: live.url, control: control.url.href, ...prepared };
await Bun.write(Bun.stdout, `${JSON.stringify(ready)}\n`);
// The pipe closes when the parent process ends; then exit.
for await (const _ of Bun.stdin.stream());
await current.close();
rmSync(template, { recursive: true, force: true });
process.exit(0);
