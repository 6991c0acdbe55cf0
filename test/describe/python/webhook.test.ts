import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/crypto.ts';
import {
  generateWebhookSecret,
  type SigningSecrets,
  signatureHeaders,
  signBody,
  signStandard,
} from '../../../src/platform/security/signatures.ts';
import { createBusiness } from '../../support/accounts.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { writeModuleFolder } from './support.ts';

const SCRIPT = new URL('webhook.py', import.meta.url).pathname;
const DAY_SECONDS = 86_400;
const [OLD, NEW, OTHER] = [1, 2, 3].map(() => generateWebhookSecret(systemRandom)) as [
  string,
  string,
  string,
];

let ctx: TestApp;
let folder: string;
let child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>;
let results: AsyncIterator<string>;

beforeAll(async () => {
  // Python looks at the real clock.
  ctx = await createTestApp({}, { clock: systemClock });
  folder = writeModuleFolder((await ctx.call('GET', '/sdk/python')).body);
  const command = ['python3', '-W', 'error', SCRIPT, folder];
  child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  results = linesOf(child.stdout);
});
afterAll(async () => {
  await child.stdin.end();
  await child.exited;
  rmSync(folder, { recursive: true });
  await ctx.close();
});

interface Outcome {
  result?: unknown;
  error?: string;
  status?: number;
  text?: string;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
}

async function check(call: string, args: object, asText = false): Promise<Outcome> {
  child.stdin.write(`${JSON.stringify({ call, args, asText })}\n`);
  await child.stdin.flush();
  return JSON.parse((await results.next()).value as string);
}

interface Sent {
  body: string;
  headers: Record<string, string>;
}

interface Sending {
  /** Seconds since the attempt, and since the event. */
  ago?: number;
  createdAgo?: number;
  secrets?: SigningSecrets;
}

/** A webhook as the service sent it. */
function sent({ ago = 0, createdAgo = ago, secrets = { current: OLD } }: Sending): Sent {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const createdAt = new Date((nowSeconds - createdAgo) * 1000).toISOString();
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'reward.issued',
    createdAt,
    data: { object: { name: 'Zoë ☕' } },
  });
  return {
    body,
    headers: signatureHeaders(secrets, { id: 'evt_1', timestampSeconds: nowSeconds - ago, body }),
  };
}

const now = () => String(Math.floor(Date.now() / 1000));
const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const without = (headers: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
const bodyAlone = ({ headers }: Sent) => without(headers, ...STANDARD);

const INVALID = { error: 'InvalidSignatureError', status: 401 };
const EXPIRED = { error: 'TimestampExpiredError', status: 401 };

describe('unwrap_webhook', () => {
  const unwrap = (request: Sent, secret: string | string[] = OLD) =>
    check('unwrap_webhook', { ...request, secret });

  test('returns the event of a valid, recent webhook', async () => {
    const request = sent({});
    expect(await unwrap(request)).toEqual({ result: JSON.parse(request.body) });
  });

  test('accepts a late retry of an old event, because the time of the attempt is signed', async () => {
    expect(await unwrap(sent({ ago: 0, createdAgo: DAY_SECONDS }))).toHaveProperty('result.id', 'evt_1');
  });

  test('rejects a day-old request with a new timestamp', async () => {
    const { body, headers } = sent({ ago: DAY_SECONDS });
    const fresh = { ...headers, 'X-Webhook-Timestamp': now() };
    expect(await unwrap({ body, headers: fresh })).toMatchObject(EXPIRED);
    expect(await unwrap({ body, headers: { ...fresh, 'webhook-timestamp': now() } })).toMatchObject(INVALID);
    expect(await unwrap({ body, headers: without(fresh, ...STANDARD) })).toMatchObject(EXPIRED);
  });

  test.each([
    ['four minutes old', 240, undefined],
    ['four minutes ahead', -240, undefined],
    ['six minutes old', 360, EXPIRED],
    ['six minutes ahead', -360, EXPIRED],
  ])('checks the signed time of a webhook that is %s', async (_, ago, refusal) => {
    const found = await unwrap(sent({ ago }));
    if (refusal) expect(found).toMatchObject(refusal);
    else expect(found).toHaveProperty('result.id', 'evt_1');
  });

  test('accepts either secret of a rotation on both sides', async () => {
    const rotating = sent({ secrets: { current: OLD, next: NEW } });
    for (const secret of [OLD, NEW, [OTHER, NEW]])
      expect(await unwrap(rotating, secret)).toHaveProperty('result.id', 'evt_1');
    for (const secret of [OLD, NEW])
      expect(await unwrap({ body: rotating.body, headers: bodyAlone(rotating) }, secret)).toHaveProperty(
        'result.id',
      );
    expect(await unwrap(sent({ secrets: { current: NEW } }), [OLD, NEW])).toHaveProperty(
      'result.id',
      'evt_1',
    );
  });

  test('rejects a different secret, a changed body and a changed id', async () => {
    const request = sent({});
    expect(await unwrap(request, OTHER)).toMatchObject(INVALID);
    expect(await unwrap({ ...request, body: `${request.body} ` })).toMatchObject(INVALID);
    const headers = { ...request.headers, 'webhook-id': 'evt_2' };
    expect(await unwrap({ ...request, headers })).toMatchObject(INVALID);
  });

  test('ignores the case of header names, and falls back to the body signature if a proxy removed the others', async () => {
    const request = sent({});
    const loud = Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value]);
    expect(await unwrap({ ...request, headers: Object.fromEntries(loud) })).toHaveProperty('result.id');
    expect(await unwrap({ ...request, headers: bodyAlone(request) })).toHaveProperty('result.id');
    const late = sent({ ago: 0, createdAgo: DAY_SECONDS });
    expect(await unwrap({ ...late, headers: bodyAlone(late) })).toMatchObject(EXPIRED);
  });

  test('rejects missing signatures, invalid timestamps and invalid characters', async () => {
    const { body, headers } = sent({});
    const found = await unwrap({ body, headers: {} });
    expect(found).toMatchObject(INVALID);
    expect(found.text).toBe(
      'webhook-id, webhook-timestamp or webhook-signature is missing (INVALID_SIGNATURE)',
    );
    const signature = signStandard(OLD, { id: 'evt_1', timestampSeconds: Number.NaN, body });
    const never = { 'webhook-id': 'evt_1', 'webhook-timestamp': 'NaN', 'webhook-signature': signature };
    expect(await unwrap({ body, headers: never })).toMatchObject(INVALID);
    expect(await unwrap({ body, headers: { ...headers, 'webhook-signature': 'v1,ü' } })).toMatchObject(
      INVALID,
    );
  });

  test.each([
    ['', 'an empty secret would accept'],
    [[], 'an empty secret would accept'],
    ['whsec_not base64', 'whsec_ followed by base64'],
  ])('raises ValueError for the secret %j', async (secret, words) => {
    const found = await unwrap(sent({}), secret as string);
    expect(found).toMatchObject({ error: 'ValueError', text: expect.stringContaining(words) });
  });

  test('accepts a delivery of the real server', async () => {
    const { token } = await createBusiness(ctx);
    const { data: hook } = await ctx.call(
      'POST',
      '/webhooks',
      { url: 'https://shop.example/' },
      { as: token },
    );
    await ctx.call('POST', `/webhooks/${hook.id}/test`, {}, { as: token });
    await ctx.app.worker.drain();
    const [delivery] = ctx.sent;
    const request = { body: String(delivery?.body), headers: delivery?.headers as Record<string, string> };
    expect(await unwrap(request, hook.secret)).toHaveProperty('result.type', 'webhook.ping');
  });
});

describe('verify_webhook', () => {
  const verify = (args: object) => check('verify_webhook', { secret: OLD, ...args });

  test('returns True for a recent webhook with either signature', async () => {
    const { body, headers } = sent({});
    const signature = headers['X-Webhook-Signature'];
    expect(await verify({ body, signature, timestamp: Number(now()) })).toEqual({ result: true });
    const standard = { signature: headers['webhook-signature'], timestamp: headers['webhook-timestamp'] };
    expect(await verify({ body, ...standard, webhook_id: 'evt_1' })).toEqual({ result: true });
    expect(
      await check('verify_webhook', { body, signature, timestamp: now(), secret: [NEW, OLD] }, true),
    ).toEqual({
      result: true,
    });
  });

  test.each([
    ['a body of a day ago with a fresh timestamp', () => [sent({ ago: DAY_SECONDS }).body, now()]],
    [
      'a late retry, whose time the body signature does not cover',
      () => [sent({ createdAgo: 360 }).body, now()],
    ],
    ['a stale timestamp', () => [sent({}).body, String(Number(now()) - 360)]],
    ['a timestamp from the future', () => [sent({}).body, String(Number(now()) + 360)]],
    ['a timestamp that is none', () => [sent({}).body, 'never']],
    ['a body without createdAt', () => ['{"id":"evt_1"}', now()]],
    ['a body that is no JSON', () => ['hello', now()]],
  ] as [string, () => [string, string]][])('verify_webhook is false for %s', async (_, request) => {
    const [body, timestamp] = request();
    expect(await verify({ body, timestamp, signature: signBody(OLD, body) })).toEqual({ result: false });
  });

  test('returns False for a signature with another secret or a changed time', async () => {
    const { body, headers } = sent({ ago: DAY_SECONDS });
    expect(await verify({ body, timestamp: now(), signature: signBody(OTHER, body) })).toEqual({
      result: false,
    });
    const replay = { body, signature: headers['webhook-signature'], timestamp: now(), webhook_id: 'evt_1' };
    expect(await verify(replay)).toEqual({ result: false });
  });
});
