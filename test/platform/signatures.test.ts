import { describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { systemRandom } from '../../src/platform/crypto.ts';
import {
  generateWebhookSecret,
  signatureHeaders,
  signBody,
  signStandard,
  TIMESTAMP_TOLERANCE_SECONDS,
  verifyBody,
  verifyStandard,
  verifyWebhook,
} from '../../src/platform/security/signatures.ts';

/** The vector that the Standard Webhooks specification and its libraries publish. */
const PUBLISHED = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('Standard Webhooks signature', () => {
  test('matches the published test vector', () => {
    expect(signStandard(PUBLISHED.secret, PUBLISHED)).toBe(PUBLISHED.signature);
    expect(verifyStandard(PUBLISHED.secret, `v1,bm9uZQ== ${PUBLISHED.signature}`, PUBLISHED)).toBe(true);
  });

  test('the standardwebhooks package accepts it with the old and the new secret', () => {
    const [current, next] = [generateWebhookSecret(systemRandom), generateWebhookSecret(systemRandom)];
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const body = '{"name":"Crème brûlée ☕"}';
    const headers = signatureHeaders({ current, next }, { id: 'evt_1', timestampSeconds, body });
    for (const secret of [current, next])
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(generateWebhookSecret(systemRandom)).verify(body, headers)).toThrow();
  });

  test.each([
    ['another id', { id: 'msg_other' }],
    ['another time', { timestampSeconds: 1_614_265_331 }],
    ['another body', { body: '{"test": 2432232315}' }],
  ])('a signature does not match %s', (_, change) => {
    expect(verifyStandard(PUBLISHED.secret, PUBLISHED.signature, { ...PUBLISHED, ...change })).toBe(false);
  });
});

describe('X-Webhook-Signature', () => {
  test('X-Webhook-Signature is sha256= followed by the lowercase hex HMAC-SHA256 of the raw body', () => {
    // RFC 4231, test case 2.
    expect(signBody('Jefe', 'what do ya want for nothing?')).toBe(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  const secret = 'whsec_key';
  const now = 1_780_315_200_000;
  const request = (seconds: number, body = 'body', signature = signBody(secret, 'body')) =>
    verifyBody(secret, { signature, timestamp: String(now / 1000 + seconds), body }, now);

  test('X-Webhook-Signature is valid up to five minutes before and after', () => {
    expect(
      [0, -TIMESTAMP_TOLERANCE_SECONDS, TIMESTAMP_TOLERANCE_SECONDS].map(seconds => request(seconds)),
    ).toEqual(['valid', 'valid', 'valid']);
  });

  test('X-Webhook-Signature is expired if it is more than five minutes older or newer', () => {
    expect([request(-301), request(301)]).toEqual(['expired', 'expired']);
  });

  test('X-Webhook-Signature is invalid for another body, secret or format', () => {
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

  test.each([null, '', '1.5', '-1', 'soon', '99999999999999'])(
    'X-Webhook-Signature is invalid with the timestamp %p',
    timestamp => {
      const signature = signBody(secret, 'body');
      expect(verifyBody(secret, { signature, timestamp, body: 'body' }, now)).toBe('invalid');
    },
  );
});

test('generateWebhookSecret returns whsec_ and 32 bytes in base64', () => {
  const secret = generateWebhookSecret(systemRandom);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64').length).toBe(32);
});

describe('verifyWebhook', () => {
  const [secret, next] = [generateWebhookSecret(systemRandom), generateWebhookSecret(systemRandom)];
  const now = 1_780_315_200_000;
  /** A webhook that was sent a number of seconds ago, about an event that is at least as old. */
  const sent = (ago: number, createdAgo = ago) => {
    const body = JSON.stringify({ id: 'evt_1', createdAt: new Date(now - createdAgo * 1000).toISOString() });
    const message = { id: 'evt_1', timestampSeconds: now / 1000 - ago, body };
    return { body, headers: new Headers(signatureHeaders({ current: secret, next }, message)) };
  };
  const withoutStandard = (headers: Headers) => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) headers.delete(name);
    return headers;
  };
  const day = 86_400;

  test('a webhook is valid for five minutes after each attempt, with either secret of a rotation', () => {
    const { body, headers } = sent(TIMESTAMP_TOLERANCE_SECONDS, day);
    expect([secret, next].map(each => verifyWebhook(each, headers, body, now))).toEqual(['valid', 'valid']);
    expect(verifyWebhook(secret, sent(301).headers, sent(301).body, now)).toBe('expired');
    expect(verifyWebhook(generateWebhookSecret(systemRandom), headers, body, now)).toBe('invalid');
  });

  test('a replay with a new timestamp is rejected, whatever headers are changed or removed', () => {
    const { body, headers } = sent(day);
    headers.set('x-webhook-timestamp', String(now / 1000));
    expect(verifyWebhook(secret, headers, body, now)).toBe('expired');
    headers.set('webhook-timestamp', String(now / 1000));
    expect(verifyWebhook(secret, headers, body, now)).toBe('invalid');
    expect(verifyWebhook(secret, withoutStandard(headers), body, now)).toBe('expired');
  });

  test('createdAt in the body is checked if only X-Webhook-Signature is present', () => {
    for (const each of [secret, next])
      expect(verifyWebhook(each, withoutStandard(sent(0).headers), sent(0).body, now)).toBe('valid');
    expect(verifyWebhook(secret, withoutStandard(sent(0, 301).headers), sent(0, 301).body, now)).toBe(
      'expired',
    );
    const headers = new Headers({
      'x-webhook-signature': signBody(secret, 'no JSON'),
      'x-webhook-timestamp': `${now / 1000}`,
    });
    expect(verifyWebhook(secret, headers, 'no JSON', now)).toBe('expired');
    expect(verifyWebhook(secret, new Headers(), 'no JSON', now)).toBe('invalid');
  });
});
