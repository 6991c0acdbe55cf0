import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { createStaff } from '../support/accounts.ts';

let ctx: Setup;
let counter: string;
let code: string;

beforeAll(async () => {
  ctx = await setup();
  counter = await createStaff(ctx, ctx.business, 'counter');
  const { id } = await createLaunchedCampaign(ctx, { name: 'Morning cup' });
  const submission = await createSubmission(ctx, id, { as: ctx.ada.token });
  code = (await reviewSubmission(ctx, submission.id, 'approve')).data.reward.code;
});
afterAll(() => ctx.close());

const list = (query: string, as: string) => ctx.call('GET', `/rewards?${query}`, undefined, { as });

test('a code is looked up however it is typed, with the names of customer and campaign', async () => {
  const typed = encodeURIComponent(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  const { data } = await list(`code=${typed}&include=campaign,customer`, counter);
  expect(
    data.items.map(({ code: own, campaign, customer }: Json) => [own, campaign.name, customer.name]),
  ).toEqual([[code, 'Morning cup', 'ada']]);
  expect((await list(`code=${code}`, ctx.otherBusiness.token)).data.items).toEqual([]);
});

test.each([
  ['a hyphen that does not break', (text: string) => `${text.slice(0, 5)}\u2011${text.slice(5)}`],
  ['a dash', (text: string) => `${text.slice(0, 5)} – ${text.slice(5)}`],
  ['marks of direction', (text: string) => `\u200e${text}\u200b`],
  ['a soft hyphen', (text: string) => `${text.slice(0, 5)}\u00ad${text.slice(5)}`],
  [
    'full-width letters',
    (text: string) => text.replaceAll(/./g, char => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  ],
  ['spaces of a table', (text: string) => `\u3000${text.slice(0, 5)}\u2009${text.slice(5)}\t`],
])('a code with %s is found', async (_, spell) => {
  const { data } = await list(`code=${encodeURIComponent(spell(code))}`, counter);
  expect(data.items.map((reward: Json) => reward.code)).toEqual([code]);
});

test('the position counter can list redeemed rewards, but no codes that are still valid', async () => {
  for (const query of ['', 'status=issued']) expect((await list(query, counter)).status).toBe(403);
  expect((await list('sort=-redeemedAt', counter)).data.items).toEqual([]);
  await ctx.call('POST', '/rewards/redeem', { code }, { as: counter });
  const { data } = await list('sort=-redeemedAt&redeemedFrom=2020-01-01T00:00:00Z', counter);
  expect(data.items.map((reward: Json) => reward.code)).toEqual([code]);
  expect((await list('redeemedFrom=2099-01-01T00:00:00Z', counter)).data.items).toEqual([]);
});
