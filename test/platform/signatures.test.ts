import { describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { systemRandom } from '../../src/platform/crypto.ts';
import {
  newWebhookSecret,
  signatureHeaders,
  signBody,
  signStandard,
  TOLERANCE_SECONDS,
  verifyBody,
  verifyStandard,
} from '../../src/platform/signatures.ts';

/** The vector that the Standard Webhooks specification and its libraries publish. */
const PUBLISHED = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('the Standard Webhooks signature', () => {
  test('is that of the published vector', () => {
    expect(signStandard(PUBLISHED.secret, PUBLISHED)).toBe(PUBLISHED.signature);
    expect(verifyStandard(PUBLISHED.secret, `v1,bm9uZQ== ${PUBLISHED.signature}`, PUBLISHED)).toBe(true);
  });

  test('is taken by the standardwebhooks package, under the old and the new secret alike', () => {
    const [current, next] = [newWebhookSecret(systemRandom), newWebhookSecret(systemRandom)];
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const body = '{"name":"Crème brûlée ☕"}';
    const headers = signatureHeaders({ current, next }, { id: 'evt_1', timestampSeconds, body });
    for (const secret of [current, next])
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newWebhookSecret(systemRandom)).verify(body, headers)).toThrow();
  });

  test.each([
    ['another id', { id: 'msg_other' }],
    ['another time', { timestampSeconds: 1_614_265_331 }],
    ['another body', { body: '{"test": 2432232315}' }],
  ])('does not fit %s', (_, change) => {
    expect(verifyStandard(PUBLISHED.secret, PUBLISHED.signature, { ...PUBLISHED, ...change })).toBe(false);
  });
});

describe('X-Webhook-Signature', () => {
  test('is sha256= and the lower-case hex HMAC-SHA256 of the raw body', () => {
    // RFC 4231, test case 2.
    expect(signBody('Jefe', 'what do ya want for nothing?')).toBe(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  const secret = 'whsec_key';
  const now = 1_780_315_200_000;
  const request = (seconds: number, body = 'body', signature = signBody(secret, 'body')) =>
    verifyBody(secret, { signature, timestamp: String(now / 1000 + seconds), body }, now);

  test('is good up to five minutes before and after', () => {
    expect([0, -TOLERANCE_SECONDS, TOLERANCE_SECONDS].map(seconds => request(seconds))).toEqual([
      'valid',
      'valid',
      'valid',
    ]);
  });

  test('is stale when it is older or newer than that', () => {
    expect([request(-301), request(301)]).toEqual(['expired', 'expired']);
  });

  test('is wrong for another body, another secret, another form', () => {
    expect(request(0, 'other')).toBe('invalid');
    expect(request(0, 'body', signBody('other', 'body'))).toBe('invalid');
    for (const odd of [
      '',
      'sha256=',
      signBody(secret, 'body').slice(7),
      signBody(secret, 'body').toUpperCase(),
    ])
      expect(request(0, 'body', odd)).toBe('invalid');
  });

  test.each([null, '', '1.5', '-1', 'soon', '99999999999999'])('is wrong with the time %p', timestamp => {
    const signature = signBody(secret, 'body');
    expect(verifyBody(secret, { signature, timestamp, body: 'body' }, now)).toBe('invalid');
  });
});

test('a secret is whsec_ and the base64 of 32 bytes', () => {
  const secret = newWebhookSecret(systemRandom);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64').length).toBe(32);
});
