import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createPasswords } from '../../src/platform/security/passwords.ts';
import { createProgram, enrollMember, type Scene, scene } from '../programs/fixture.ts';
import { importFile } from '../programs/imports/fixture.ts';
import { PNG } from '../support/fixtures.ts';
import { expectNoStall, MAX_STALL_MS, measureStallMs } from '../support/stalls.ts';
import { createTestApp } from '../support/test-app.ts';

/** Work that takes longer than a turn of the event loop may, so that it has to run in a thread or in slices. */
const MEMBERS = 1_000;
/** Few, because each slice is another chance for other work on the machine to get in between. */
const IMPORTED = 200;
const HASHES = 8;
const TIMEOUT_MS = 60_000;

let ctx: Scene;
let program: string;
let owner: string;

beforeAll(async () => {
  ctx = await scene();
  owner = ctx.business.token;
  program = (await createProgram(ctx, { cashback: { type: 'percentage', value: 10 } })).id;
  await enrollMember(ctx, program, ctx.ada.userId, { as: ctx.ada.token });
  await importFile(ctx, program, createFile(0, MEMBERS));
}, TIMEOUT_MS);
afterAll(() => ctx.close());

function createFile(first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, n) => `Person ${first + n},m${first + n},${n % 500},1.50`);
  return ['name,memberId,points,cashback', ...rows].join('\n');
}

async function download(path: string, token?: string): Promise<void> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await ctx.send(new Request(`http://localhost${path}`, { headers }));
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

/** Downloads from a server with another address, because a process makes the files of each address once. */
async function downloadAnew(publicUrl: string, path: string): Promise<void> {
  const fresh = await createTestApp({ PUBLIC_URL: publicUrl });
  expect((await fresh.send(new Request(`http://localhost${path}`))).status).toBe(200);
  await fresh.close();
}

test('the monitor sees work that holds the event loop', async () => {
  const held = await measureStallMs(async () => {
    const end = performance.now() + 2 * MAX_STALL_MS;
    while (performance.now() < end);
  });
  expect(held).toBeGreaterThanOrEqual(2 * MAX_STALL_MS);
});

type Work = [name: string, work: (attempt: number) => Promise<unknown>];
const WORK: Work[] = [
  [
    'a marketing plan',
    attempt =>
      ctx.call(
        'POST',
        '/ai/campaign-agent',
        { businessId: ctx.business.businessId, budget: 300 + attempt },
        {
          as: owner,
        },
      ),
  ],
  [
    'hashing of passwords',
    () => {
      const { hash } = createPasswords();
      return Promise.all(Array.from({ length: HASHES }, (_, n) => hash(`a long password ${n}`)));
    },
  ],
  ['a list as CSV', () => download(`/api/v1/programs/${program}/members?format=csv`, owner)],
  [
    'an import of members',
    attempt => importFile(ctx, program, createFile(MEMBERS + attempt * IMPORTED, IMPORTED)),
  ],
  ['the personal data of an account', () => download('/api/v1/account/export', ctx.ada.token)],
  [
    'statistics of a year',
    () => download('/api/v1/business/statistics?from=2025-06-02&to=2026-06-01', owner),
  ],
  ['the report of the counter', () => download('/api/v1/statistics/counter', owner)],
  [
    'the picture of a link',
    async () => {
      const { slug } = (await ctx.call('GET', '/business', undefined, { as: owner })).data;
      await download(`/s/${slug}/preview.png`);
    },
  ],
  [
    'a logo in three sizes',
    async () => {
      const form = new FormData();
      form.set('file', new File([PNG], 'logo.png', { type: 'image/png' }));
      const headers = { authorization: `Bearer ${owner}` };
      const request = new Request('http://localhost/api/v1/uploads', { method: 'POST', body: form, headers });
      expect((await ctx.send(request)).status).toBe(201);
    },
  ],
  ['the script of the API reference', () => download('/reference.js')],
  ...[
    'docs',
    'sdk/python',
    'sdk/python?format=wheel',
    'sdk/typescript',
    'sdk/typescript?format=tarball',
    'sdk/n8n',
  ].map(
    (path): Work => [
      `the first download of /${path}`,
      attempt => downloadAnew(`https://${path.replace(/\W+/g, '-')}-${attempt}.example`, `/api/v1/${path}`),
    ],
  ),
];

test.each(WORK)(
  'the event loop is free during %s',
  async (_, work) => {
    await expectNoStall(work);
  },
  TIMEOUT_MS,
);
