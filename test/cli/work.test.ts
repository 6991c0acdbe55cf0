import { afterEach, beforeEach, expect, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let shop: Awaited<ReturnType<typeof createBusinessWithSubmission>>;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  shop = await createBusinessWithSubmission(ctx);
});
afterEach(() => ctx.close());

test('campaigns are listed and shown', async () => {
  const { out } = await cli('campaigns list --state active');
  expect(out).toContain('Story of the week');
  expect(out).toContain('instagram story');
  expect(out).toContain('$45.00 of $50.00');
  expect((await cli('campaigns list --state ended --json')).json.items).toEqual([]);
  expect((await cli('campaigns list --state asleep')).code).toBe(2);
  const shown = await cli(`campaigns show ${shop.campaignId} --json`);
  expect(shown.json).toMatchObject({
    id: shop.campaignId,
    stats: { pending: 1 },
  });
  expect((await cli(`campaigns show ${shop.campaignId}`)).out).toContain('stats.pending');
  expect((await cli('campaigns show cmp_none')).code).toBe(4);
});

test('a campaign is paused, resumed and ended', async () => {
  const { campaignId: id } = shop;
  expect((await cli(`campaigns pause ${id}`)).out).toBe('Story of the week is paused\n');
  expect((await cli(`campaigns resume ${id} --json`)).json.state).toBe('active');
  expect((await cli(`campaigns end ${id}`)).code).toBe(2);
  expect((await cli(`campaigns end ${id}`, { answers: ['y'] })).code).toBe(0);
  expect((await cli(`campaigns resume ${id}`)).code).toBe(5);
  expect((await cli(`campaigns pause ${id} --business biz_other`)).code).toBe(4);
});

test('commands in the data folder are not limited, however many requests they make', async () => {
  const ids = Array<string>(TIER_LIMITS.standard + 1).fill(shop.campaignId);
  const { code, err } = await cli(`campaigns resume ${ids.join(' ')}`, { env: { RATE_LIMIT: 'on' } });
  expect([code, err]).toEqual([0, '']);
});

test('campaigns are duplicated and paused together, and a draft is deleted', async () => {
  const { campaignId: id } = shop;
  const copy = (await cli(`campaigns duplicate ${id} --name Again --json`)).json;
  expect(copy).toMatchObject({ name: 'Again', state: 'draft' });
  expect((await cli(`campaigns resume ${copy.id}`)).code).toBe(0);
  expect((await cli(`campaigns pause ${id} ${copy.id}`)).out).toBe(
    'Story of the week is paused\nAgain is paused\n',
  );
  const draft = (await cli(`campaigns duplicate ${id} --json`)).json;
  expect((await cli(`campaigns delete ${draft.id}`)).code).toBe(2);
  expect((await cli(`campaigns delete ${draft.id} --yes`)).out).toBe(
    'Story of the week (copy) was deleted\n',
  );
  expect((await cli(`campaigns delete ${id} --yes`)).code).toBe(5);
  expect((await cli('campaigns list --platform instagram --json')).json.items).toHaveLength(2);
});

test('ending a campaign can reject pending submissions', async () => {
  expect((await cli(`campaigns end ${shop.campaignId} --reject-pending --yes`)).code).toBe(0);
  const { json } = await cli('submissions list --json');
  expect(json.items).toMatchObject([{ id: shop.submissionId, status: 'rejected' }]);
});

test('a submission can be approved once, and its reward is printed', async () => {
  const { submissionId: id } = shop;
  const approved = await cli(`submissions review ${id} --approve --json`);
  expect(approved.json).toMatchObject({
    submission: { status: 'approved' },
    reward: { status: 'issued' },
  });
  expect((await cli(`submissions review ${id} --approve`)).code).toBe(5);
  const reversed = await cli(`submissions review ${id} --reject --reverse --code fraud`);
  expect(reversed).toMatchObject({ code: 0, out: `${id} is rejected\n` });
  const again = await cli(`submissions review ${id} --approve --override`);
  expect(again.out).toMatch(/is approved; its reward code is \w{10}\n$/);
});

test('a submission is shown with its potential reward, and approved with another order value', async () => {
  const { submissionId: id } = shop;
  const shown = await cli(`submissions show ${id} --json`);
  expect(shown.json).toMatchObject({
    id,
    orderValue: null,
    projected: { cashback: 0, reward: { value: 5 } },
  });
  expect((await cli('submissions show sub_none')).code).toBe(4);
  expect((await cli(`submissions review ${id} --approve --order-value much`)).code).toBe(2);
  const { json } = await cli(`submissions review ${id} --approve --order-value 24.50 --json`);
  expect(json.submission).toMatchObject({ status: 'approved', orderValue: 24.5, orderValueConfirmed: true });
});

test('a review requires --approve or --reject', async () => {
  const { submissionId: id } = shop;
  expect((await cli(`submissions review ${id}`)).code).toBe(2);
  expect((await cli(`submissions review ${id} --approve --reject`)).code).toBe(2);
  expect((await cli(`submissions review ${id} --reject --code silly`)).code).toBe(2);
  expect((await cli('submissions review sub_none --approve')).code).toBe(4);
  expect((await cli('submissions list --status pending')).out).toContain(id);
});

test('with --json, an error is one line of JSON on stderr', async () => {
  const { code, out, err } = await cli('campaigns show cmp_none --json');
  expect(out).toBe('');
  expect(JSON.parse(err)).toEqual({
    error: {
      code: 'NOT_FOUND',
      message: 'Campaign not found',
      details: [{ field: 'id', issue: 'must refer to an existing campaign', rule: 'unknown' }],
    },
    exitCode: code,
  });
});
