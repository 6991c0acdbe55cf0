import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { createApp } from '../../src/app.ts';
import { HEARTBEAT, HEARTBEAT_EVERY_MS } from '../../src/platform/runtime/streams.ts';
import {
  createLaunchedCampaign,
  createSubmission,
  HOUR,
  type Json,
  reviewSubmission,
  runJobByName,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import {
  createProgram,
  earnCashback,
  enrollMember,
  recordVisit,
  transitionCashback,
} from '../programs/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import { testConfig } from '../support/test-app.ts';
import { openStream } from './fixture.ts';

let ctx: Setup;
let campaign: Json;
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
beforeEach(async () => {
  ctx = await setup();
  campaign = await createLaunchedCampaign(ctx);
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
  await ctx.close();
});

/** Opens a stream of a person's own changes and waits until it is connected. */
async function open(token = ctx.ada.token) {
  const stream = await openStream(ctx, '/account/stream', token);
  readers.push(stream.reader);
  await stream.reader.read();
  return stream;
}

const kindsOf = (changes: Json[]) => changes.map(({ type }) => type);

describe('GET /account/stream', () => {
  test('sends the kind, record, business and time of a decision and its reward', async () => {
    const { id } = await createSubmission(ctx, campaign.id);
    const { response, take } = await open();
    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    const { data } = await reviewSubmission(ctx, id, 'approve');
    const { businessId } = ctx.business;
    const createdAt = new Date(ctx.clock.now()).toISOString();
    expect(await take(2)).toEqual([
      { type: 'reward.issued', resourceId: data.reward.id, businessId, createdAt },
      { type: 'submission.approved', resourceId: id, businessId, createdAt },
    ]);
    await ctx.call('POST', '/rewards/redeem', { code: data.reward.code }, { as: ctx.business.token });
    expect(kindsOf(await take(1))).toEqual(['reward.redeemed']);
  });

  test('sends changes of a membership and its cashback', async () => {
    const program = await createProgram(ctx, { cashback: { type: 'percentage', value: 10 } });
    const { userId, token } = ctx.ada;
    expect((await enrollMember(ctx, program.id, userId, { as: token })).status).toBe(201);
    const { take } = await open();
    await recordVisit(ctx, program.id, { memberId: userId });
    expect(kindsOf(await take(1))).toEqual(['member.visited']);
    const { id } = await earnCashback(ctx, program.id, { memberId: userId, orderValue: 20, orderId: 'A-1' });
    await transitionCashback(ctx, program.id, id, 'void');
    expect(kindsOf(await take(2))).toEqual(['cashback.created', 'cashback.voided']);
  });

  test('sends a person only their own changes, and none that only the business sees', async () => {
    const reviewPolicy = { slaHours: 2, onTimeout: 'none' };
    const overdue = await createLaunchedCampaign(ctx, { reviewPolicy });
    const mine = await createSubmission(ctx, overdue.id);
    const theirs = await createSubmission(ctx, overdue.id, { as: ctx.bob.token });
    ctx.clock.advance(2 * HOUR);
    const [ada, bob] = [await open(), await open(ctx.bob.token)];
    // Records submission.reviewDue.
    expect(await runJobByName(ctx, 'markOverdueReviews')).toBe(2);
    await reviewSubmission(ctx, theirs.id, 'reject', { reason: 'other' });
    await reviewSubmission(ctx, mine.id, 'reject', { reason: 'other' });
    expect((await ada.take(1)).map(({ type, resourceId }) => [type, resourceId])).toEqual([
      ['submission.rejected', mine.id],
    ]);
    expect((await bob.take(1)).map(({ resourceId }) => resourceId)).toEqual([theirs.id]);
  });

  test('sends each change once to each open stream, and only later ones to a new stream', async () => {
    const { id } = await createSubmission(ctx, campaign.id);
    const first = await open();
    await reviewSubmission(ctx, id, 'approve');
    const second = await open();
    await reviewSubmission(ctx, id, 'reject', { reverse: true, reason: 'Deleted' });
    const reversed = ['reward.voided', 'submission.reversed'];
    expect(kindsOf(await first.take(4))).toEqual(['reward.issued', 'submission.approved', ...reversed]);
    expect(kindsOf(await second.take(2))).toEqual(reversed);
  });

  test('includes changes at a business where the person had no records before', async () => {
    const { take } = await open();
    const { id } = await createSubmission(ctx, campaign.id);
    expect((await take(1)).map(({ type, resourceId }) => [type, resourceId])).toEqual([
      ['submission.created', id],
    ]);
    await reviewSubmission(ctx, id, 'reject', { reason: 'other' });
    expect(kindsOf(await take(1))).toEqual(['submission.rejected']);
  });

  describe('beside another process', () => {
    let beside: Awaited<ReturnType<typeof createApp>>;
    beforeEach(async () => {
      beside = await createApp(testConfig({ DATA_DIR: ctx.app.services.config.dataDir }));
    });
    afterEach(() => beside.close());

    const post = async (path: string, token: string, body: object): Promise<Json> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const request = new Request(`http://localhost/api/v1${path}`, init);
      const response = await beside.handler.fetch(request, '127.0.0.1');
      return ((await response.json()) as Json).data;
    };
    const approve = (submissionId: string) =>
      post('/submissions/review', ctx.business.token, { submissionId, action: 'approve' });

    test('includes its changes', async () => {
      const { id } = await createSubmission(ctx, campaign.id);
      const { take } = await open();
      await approve(id);
      expect(kindsOf(await take(2))).toEqual(['reward.issued', 'submission.approved']);
    });

    test('includes those at a business where it made the first record, after a heartbeat', async () => {
      const intervals = spyOn(globalThis, 'setInterval');
      const { take, reader } = await open();
      const beat = intervals.mock.calls.find(([, ms]) => ms === HEARTBEAT_EVERY_MS)?.[0] as () => void;
      intervals.mockRestore();
      const proof = { campaignId: campaign.id, proofUrl: 'https://instagram.com/p/beside' };
      const { id } = await post('/submissions', ctx.ada.token, proof);
      beat();
      expect(new TextDecoder().decode((await reader.read()).value)).toBe(HEARTBEAT);
      await approve(id);
      expect(kindsOf(await take(2))).toEqual(['reward.issued', 'submission.approved']);
    });
  });

  test('ends when the person logs out on all other devices', async () => {
    const { id } = await createSubmission(ctx, campaign.id);
    const { reader } = await open();
    const login = { action: 'login', email: 'ada@people.example', password: PASSWORD };
    const { data } = await ctx.call('POST', '/auth', login);
    await ctx.call('DELETE', '/account/sessions', undefined, { as: data.accessToken });
    await reviewSubmission(ctx, id, 'approve');
    expect((await reader.read()).done).toBe(true);
  });

  test('ends when the server shuts down', async () => {
    const { reader } = await open();
    ctx.app.handler.drain();
    expect((await reader.read()).done).toBe(true);
  });

  test('allows 16 streams per person, and a closed stream frees a slot', async () => {
    while (readers.length < 16) await open();
    const refused = await ctx.call('GET', '/account/stream', undefined, { as: ctx.ada.token });
    expect([refused.status, refused.error.code]).toEqual([503, 'UNAVAILABLE']);
    await readers.pop()?.cancel();
    await open();
  });
});
