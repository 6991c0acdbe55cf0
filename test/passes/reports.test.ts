import { expect, test } from 'bun:test';
import { createLog } from '../../src/platform/log.ts';
import { createTestApp, START_TIME } from '../support/test-app.ts';

const DEVICE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

test('what phones report about passes is logged without their IDs, up to 60 times an hour', async () => {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const log = createLog({ level: 'warn', clock: { now: () => START_TIME }, write });
  const ctx = await createTestApp({}, { log });
  const send = (logs: unknown) =>
    ctx.send(
      new Request('http://localhost/apple-wallet/v1/log', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ logs }),
      }),
    );
  const report = `Get serial pss_01m8p4yfqxezb9p3secp16rsgj (for device ${DEVICE}): response code 404`;
  expect((await send([report])).status).toBe(200);
  log.flush();
  expect(JSON.parse(text)).toMatchObject({
    message: 'a phone reported a problem with a pass',
    messages: ['Get serial pss_01m8p4yfqxezb9p3secp16rsgj (for device …): response code 404'],
  });
  expect((await send('no list')).status).toBe(400);
  expect((await send(Array(101).fill(report))).status).toBe(400);
  for (let sent = 1; sent < 65; sent += 1) expect((await send([report])).status).toBe(200);
  log.flush();
  expect(text.match(/a phone reported/g)).toHaveLength(60);
  await ctx.close();
});
