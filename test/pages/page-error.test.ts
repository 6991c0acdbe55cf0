import { afterAll, beforeAll, expect, test } from 'bun:test';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const HEADERS = { 'x-perkmint-page': '1', 'content-type': 'application/json' };
const ERROR = {
  path: '/my/programs/prg_01jwnkr2g0f5v9t8d6mxyq4h01',
  name: 'RangeError',
  message: 'Invalid value "Ada Lovelace" of ada@people.example at +1 202 555 0143',
  stack: 'RangeError: Ada\n at f (https://x.example/assets/page-1a2b.js:1:2345)\n at ada (eval)',
};

const lines: string[] = [];
let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp(
    {},
    { log: createLog({ level: 'warn', clock: systemClock, write: text => void lines.push(text) }) },
  );
});
afterAll(() => ctx.close());

const report = (body: object, headers: Record<string, string> = HEADERS) =>
  ctx.send(
    new Request('http://localhost/session/errors', { method: 'POST', headers, body: JSON.stringify(body) }),
  );
const logged = () => {
  ctx.app.services.log.flush();
  return lines
    .join('')
    .split('\n')
    .filter(line => line.includes('a page failed in a browser'));
};

test('the log names page, error and place, without personal data', async () => {
  expect((await report(ERROR)).status).toBe(200);
  const [line = '{}'] = logged();
  // The time may contain any digits.
  const { time: _, ...entry } = JSON.parse(line);
  expect(entry).toMatchObject({
    page: '/my/programs/:id',
    error: 'RangeError',
    frames: ['assets/page-1a2b.js:1:2345'],
    message: 'Invalid value … of … at +…',
  });
  expect(JSON.stringify(entry)).not.toMatch(/Ada|ada@|prg_|555/);
});

test('a report from another site, or of another form, is refused', async () => {
  const before = logged().length;
  expect((await report(ERROR, { 'content-type': 'application/json' })).status).toBe(403);
  expect((await report({ ...ERROR, message: 5 })).status).toBe(400);
  expect(logged()).toHaveLength(before);
});

test('long texts are cut', async () => {
  const long = '“'.repeat(100_000);
  expect((await report({ ...ERROR, name: long, message: long, stack: long })).status).toBe(200);
  expect(logged().at(-1)?.length).toBeLessThan(1_000);
});

test('at most 60 reports per hour are logged', async () => {
  for (let n = 0; n < 70; n++) await report({ ...ERROR, path: '/unknown/page' });
  expect(logged()).toHaveLength(60);
  expect(logged().at(-1)).toContain('"page":"unknown"');
});
