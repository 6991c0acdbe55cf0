import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { signBody } from '../../src/platform/security/signatures.ts';
import {
  captureEventKinds,
  createLaunchedCampaign,
  createSubmission,
  DAY,
  databaseSnapshot,
  HOUR,
  type Json,
  listEvents,
  MINUTE,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { ON_SQLITE } from '../support/test-app.ts';

const SECRET = 'whsec_of-the-provider';
let ctx: Setup;
beforeEach(async () => {
  ctx = await setup({ VERIFICATION_WEBHOOK_SECRET: SECRET });
});
afterEach(() => ctx.close());

let ids = 0;
const result = (submissionId: string, fields: object = {}) => {
  ids += 1;
  return { id: `chk-${ids}`, submissionId, provider: 'proofbot', result: 'verified', ...fields };
};

interface Sending {
  offsetMs?: number;
  headers?: Record<string, string>;
  secret?: string;
}

/** Posts bytes as the provider does, or with something about them wrong. */
function post(text: string, { offsetMs = 0, headers = {}, secret = SECRET }: Sending = {}) {
  return ctx.call('POST', '/verification/webhook', undefined, {
    raw: text,
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': signBody(secret, text),
      'x-webhook-timestamp': String(Math.floor((ctx.clock.now() + offsetMs) / 1000)),
      ...headers,
    },
  });
}
const send = (body: object, sending?: Sending) => post(JSON.stringify(body), sending);

async function pending(campaign: Fields = {}, fields: Fields = {}): Promise<Json> {
  return createSubmission(ctx, (await createLaunchedCampaign(ctx, campaign)).id, fields);
}
type Fields = Record<string, unknown>;
const AUTO = { reviewPolicy: { mode: 'autoVerified' } };

describe('signature', () => {
  test('the signature covers the raw bytes, regardless of whitespace', async () => {
    const { id } = await pending();
    const text = ` {\n  "provider":"proofbot", "id": "x-1",\t"result":"failed","submissionId":"${id}" }\n`;
    expect((await post(text)).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['a missing signature', { 'x-webhook-signature': '' }],
    ['a malformed signature', { 'x-webhook-signature': 'sha256=abc' }],
    ['a signature without its prefix', { 'x-webhook-signature': signBody(SECRET, '{}').slice(7) }],
    ['a missing time', { 'x-webhook-timestamp': '' }],
    ['a malformed time', { 'x-webhook-timestamp': 'yesterday' }],
    ['the signature of other bytes', { 'x-webhook-signature': signBody(SECRET, 'other') }],
  ])('%s returns 401 INVALID_SIGNATURE', async (_, headers) => {
    const { id } = await pending();
    const before = await databaseSnapshot(ctx);
    const response = await send(result(id), { headers });
    expect([response.status, response.error.code]).toEqual([401, 'INVALID_SIGNATURE']);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('a signature with another secret is rejected with 401 before the body is validated', async () => {
    expect((await post('no json', { secret: 'other' })).error.code).toBe('INVALID_SIGNATURE');
  });

  test.each([
    ['older', -5 * MINUTE - 1_000],
    ['newer', 5 * MINUTE + 1_000],
  ])('a timestamp %s than 5 minutes returns 401 TIMESTAMP_EXPIRED', async (_, offsetMs) => {
    const { id } = await pending();
    const { status, error } = await send(result(id), { offsetMs });
    expect([status, error.code]).toEqual([401, 'TIMESTAMP_EXPIRED']);
  });

  test.each([-5 * MINUTE, 5 * MINUTE])('accepts a timestamp %p ms away', async offsetMs => {
    const { id } = await pending();
    expect((await send(result(id), { offsetMs })).status).toBe(200);
  });

  test('the generated secret of the installation is used if none is set', async () => {
    const other = await setup(ON_SQLITE);
    const secret = other.app.services.webhookSecrets.verification;
    expect(secret).toMatch(/^whsec_/);
    const response = await other.call('POST', '/verification/webhook', result('sub_none'), {
      isSigned: true,
    });
    expect(response.status).toBe(404);
    await other.close();
  });
});

describe('request body', () => {
  test('a signed body that is not JSON is INVALID_JSON, and another content type is 415', async () => {
    expect((await post('{"id":')).error.code).toBe('INVALID_JSON');
    expect((await post('{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  test.each([
    ['id', { id: undefined }],
    ['submissionId', { submissionId: 7 }],
    ['provider', { provider: '' }],
    ['result', { result: 'maybe' }],
    ['score', { score: 101 }],
    ['evidence.followers', { evidence: { followers: -1 } }],
    ['evidence.publishedAt', { evidence: { publishedAt: 'yesterday' } }],
    ['evidence.metrics', { evidence: { metrics: { note: 'x'.repeat(17_000) } } }],
  ])('a body with an invalid %s returns VALIDATION_ERROR', async (field, fields) => {
    const { id } = await pending();
    const { status, error } = await send({ ...result(id), ...fields });
    expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  test('a result for an unknown submission is rejected with 404', async () => {
    const { status, error } = await send(result('sub_01jwnkr2g0f5v9t8d6mxyq4h03'));
    expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('verification results', () => {
  test('a result is stored with the submission and returned', async () => {
    const { id } = await pending();
    const { status, data } = await send(result(id));
    const checkedAt = new Date(ctx.clock.now()).toISOString();
    const verification = {
      status: 'passed',
      checks: ['followers', 'hashtags', 'dates'].map(name => ({
        name,
        passed: true,
        detail: expect.any(String),
      })),
      checkedAt,
    };
    expect(status).toBe(200);
    expect(data).toEqual({ received: true, submissionId: id, status: 'pending', verification });
    const read = await ctx.call('GET', `/submissions/${id}`, undefined, { as: ctx.business.token });
    expect(read.data.verification).toEqual(verification);
  });

  test('a result is processed once per event ID and provider', async () => {
    const { id } = await pending();
    const body = result(id);
    await send(body);
    const before = await databaseSnapshot(ctx);
    const again = await send({ ...body, result: 'failed' });
    expect([again.status, again.data]).toEqual([200, { received: true, duplicate: true }]);
    expect(await databaseSnapshot(ctx)).toBe(before);
    ctx.clock.advance(40 * DAY);
    expect((await send(body)).data.duplicate).toBe(true);
    expect((await send({ ...body, provider: 'other' })).data.duplicate).toBeUndefined();
  });

  test('a result that was rejected before is not treated as a duplicate', async () => {
    const { id } = await pending();
    const body = result('sub_01jwnkr2g0f5v9t8d6mxyq4h03');
    expect((await send(body)).status).toBe(404);
    expect((await send({ ...body, submissionId: id })).data.submissionId).toBe(id);
  });

  test('submission.verified is recorded with the system as the actor and the previous values', async () => {
    const { id } = await pending();
    await send(result(id));
    const event = (await listEvents(ctx)).at(-1);
    expect(event).toMatchObject({
      type: 'submission.verified',
      actor: { kind: 'system', id: 'verification' },
    });
    expect(event.data.object.verification.status).toBe('passed');
    expect(event.data.previous.verification.status).toBe('unverified');
  });

  test.each(['failed', 'inconclusive'])('a result of %s never rejects', async word => {
    const { id } = await pending(AUTO);
    const { data } = await send(result(id, { result: word }));
    expect([data.status, data.verification.status]).toEqual(['pending', word]);
  });

  test('an Idempotency-Key is ignored because there is no authenticated caller', async () => {
    const { id } = await pending();
    const headers = { 'idempotency-key': 'same' };
    await send(result(id), { headers });
    const response = await send(result(id, { result: 'failed' }), { headers });
    expect(response.headers.get('idempotency-replayed')).toBeNull();
    expect(response.data.verification.status).toBe('failed');
  });
});

describe('checks', () => {
  const campaign = { requirements: { minFollowers: 500, hashtags: ['#ad', 'bluecup'] } };
  const good = { followers: 500, hashtags: ['#BlueCup', 'ad'] };
  const passedOf = (data: Json) => data.verification.checks.map((check: Json) => check.passed);

  test.each<[string, object, boolean[]]>([
    ['all requirements met', good, [true, true, true]],
    ['too few followers', { ...good, followers: 499 }, [false, true, true]],
    ['no follower count', { hashtags: good.hashtags }, [false, true, true]],
    ['a missing hashtag', { ...good, hashtags: ['ad'] }, [true, false, true]],
    ['no hashtags at all', { followers: 500 }, [true, false, true]],
  ])('each requirement is checked separately: %s', async (_, evidence, passed) => {
    const { id } = await pending(campaign);
    const { data } = await send(result(id, { evidence }));
    expect(passedOf(data)).toEqual(passed);
    expect(data.verification.status).toBe(passed.includes(false) ? 'inconclusive' : 'passed');
  });

  test('hashtags in the notes count if the provider sends none', async () => {
    const { id } = await pending(campaign, { notes: 'Nice! #ad #bluecup' });
    expect(passedOf((await send(result(id, { evidence: { followers: 900 } }))).data)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.each<[string, number | null, boolean]>([
    ['before the campaign began', -1, false],
    ['as it began', 0, true],
    ['a day later', 24 * HOUR, true],
    ['in the future', 3 * DAY, false],
    ['without a publication time', null, false],
  ])('the publication time is checked against the campaign: %s', async (_, ms, isPassed) => {
    const startsAt = new Date(ctx.clock.now()).toISOString();
    const endsAt = new Date(ctx.clock.now() + 9 * DAY).toISOString();
    const { id } = await pending({ startsAt, endsAt });
    ctx.clock.advance(2 * DAY);
    const publishedAt = ms === null ? undefined : new Date(Date.parse(startsAt) + ms).toISOString();
    const { data } = await send(result(id, { evidence: { publishedAt } }));
    expect(passedOf(data)[2]).toBe(isPassed);
  });

  test('evidence clears risk flags that it resolves and sets those that it confirms', async () => {
    const { id, risk } = await pending(campaign, { followers: 900 });
    expect(risk.flags).toEqual(['missingHashtags']);
    await send(result(id, { evidence: { ...good, followers: 3 } }));
    const { data } = await ctx.call('GET', `/submissions/${id}`, undefined, { as: ctx.business.token });
    expect(data.risk.flags).toEqual(['belowMinFollowers']);
  });
});

describe('an autoVerified campaign', () => {
  test('approves in the same transaction when all checks pass', async () => {
    const { id } = await pending(AUTO);
    const { kinds, response } = await captureEventKinds(ctx, () => send(result(id)));
    expect(kinds).toEqual(['submission.verified', 'reward.issued', 'submission.approved']);
    expect(response.data).toMatchObject({ status: 'approved', verification: { status: 'passed' } });
    const { data } = await ctx.call('GET', `/submissions/${id}`, undefined, { as: ctx.business.token });
    expect([data.status, data.reviewedBy]).toEqual(['approved', 'verification']);
    expect(data.rewardId).toMatch(/^rwd_/);
  });

  test('leaves a verified submission pending if a check fails', async () => {
    const { id } = await pending({ ...AUTO, requirements: { minFollowers: 10 } });
    const { data } = await send(result(id, { evidence: { followers: 9 } }));
    expect([data.status, data.verification.status]).toEqual(['pending', 'inconclusive']);
  });

  test('leaves reviewed submissions unchanged', async () => {
    const { id } = await pending(AUTO);
    const rejection = { submissionId: id, action: 'reject' };
    await ctx.call('POST', '/submissions/review', rejection, { as: ctx.business.token });
    expect((await send(result(id))).data.status).toBe('rejected');
  });

  test('stores the verification even if the approval exceeds a limit', async () => {
    const campaign = await createLaunchedCampaign(ctx, { ...AUTO, limits: { maxApprovals: 1, perUser: 2 } });
    const [one, two] = [await createSubmission(ctx, campaign.id), await createSubmission(ctx, campaign.id)];
    expect((await send(result(one.id))).data.status).toBe('approved');
    expect((await send(result(two.id))).data).toMatchObject({
      status: 'pending',
      verification: { status: 'passed' },
    });
  });

  test('a campaign with manual review is not approved automatically', async () => {
    const { id } = await pending();
    expect((await send(result(id))).data.status).toBe('pending');
  });
});

test('the webhook is in the standard rate tier', async () => {
  expect((await send(result('sub_x'))).headers.get('x-ratelimit-limit')).toBe('30');
});
