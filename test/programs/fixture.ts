import { expect } from 'bun:test';
import { mapInOrder } from '../../src/platform/runtime/in-order.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import * as campaigns from '../campaigns/fixture.ts';
import type { TestResponse } from '../support/test-app.ts';

export type { Json, Setup as Scene } from '../campaigns/fixture.ts';
export {
  captureEventKinds,
  captureEvents,
  DAY,
  HOUR,
  isoTimeAt as at,
  listEvents,
  MINUTE,
  runJobByName,
  setup as scene,
} from '../campaigns/fixture.ts';

type Scene = campaigns.Setup;
type Wire = campaigns.Json;
type Fields = Record<string, unknown>;
type As = { as?: string };

/** 10 percent, up to $20 per transaction and $50 per member, pending for 14 days. */
export const CASHBACK = { type: 'percentage', value: 10, maxPerTransaction: 20, maxPerMember: 50 };

async function expectData(response: Promise<TestResponse<Wire>>): Promise<Wire> {
  const { status, body, data } = await response;
  if (status > 201) throw new Error(JSON.stringify(body));
  return data;
}

/** Creates a program of the business. */
export function createProgram(ctx: Scene, rewards: Fields = {}, fields: Fields = {}): Promise<Wire> {
  const body = { name: 'Regulars', rewards, ...fields };
  return expectData(ctx.call('POST', '/programs', body, { as: ctx.business.token }));
}

export function updateProgram(ctx: Scene, id: string, fields: Fields): Promise<TestResponse<Wire>> {
  return ctx.call('PUT', `/programs/${id}`, fields, { as: ctx.business.token });
}

export function enrollMember(ctx: Scene, id: string, memberId: string, { as, ...fields }: Fields & As = {}) {
  return ctx.call(
    'POST',
    `/programs/${id}/members`,
    { memberId, ...fields },
    { as: as ?? ctx.business.token },
  );
}

/** Creates a program with the member `m1`. */
export async function createProgramWithMember(ctx: Scene, rewards: Fields = {}): Promise<Wire> {
  const { id } = await createProgram(ctx, rewards);
  await expectData(enrollMember(ctx, id, 'm1'));
  return id;
}

/** Calls POST /programs/{id}/cashback, by default as the business and for member `m1`. */
export function postCashback(
  ctx: Scene,
  id: string,
  { as, ...fields }: Fields & As,
): Promise<TestResponse<Wire>> {
  const body = 'cashbackId' in fields || fields.action === 'refund' ? fields : { memberId: 'm1', ...fields };
  return ctx.call('POST', `/programs/${id}/cashback`, body, { as: as ?? ctx.business.token });
}

/** Posts cashback and fails the test unless it succeeds. @returns the cashback */
export function earnCashback(ctx: Scene, id: string, fields: Fields): Promise<Wire> {
  return expectData(postCashback(ctx, id, fields));
}

export function transitionCashback(
  ctx: Scene,
  id: string,
  cashbackId: string,
  action: string,
  reason?: string,
) {
  return postCashback(ctx, id, { cashbackId, action, reason });
}

export function redeemCashback(
  ctx: Scene,
  id: string,
  amount: number,
  memberId = 'm1',
): Promise<TestResponse<Wire>> {
  return postCashback(ctx, id, { action: 'redeem', amount, memberId });
}

/** Refunds an order or a redemption, whole or in part. */
export function refundOrder(ctx: Scene, id: string, fields: Fields & As): Promise<TestResponse<Wire>> {
  return postCashback(ctx, id, { action: 'refund', ...fields });
}

export async function getMember(
  ctx: Scene,
  id: string,
  memberId = 'm1',
  as = ctx.business.token,
): Promise<Wire> {
  return expectData(ctx.call('GET', `/programs/${id}/members/${memberId}`, undefined, { as }));
}

export async function getProgress(
  ctx: Scene,
  id: string,
  memberId?: string,
  as = ctx.business.token,
): Promise<Wire> {
  const query = memberId === undefined ? '' : `?memberId=${memberId}`;
  return expectData(ctx.call('GET', `/programs/${id}/progress${query}`, undefined, { as }));
}

export async function listCashback(
  ctx: Scene,
  id: string,
  query = '',
  as = ctx.business.token,
): Promise<Wire[]> {
  return (await expectData(ctx.call('GET', `/programs/${id}/cashback${query}`, undefined, { as }))).items;
}

let proofs = 0;

/** Submits proof to the program with a new proof URL each time, by default for member `m1`. */
export function submitToProgram(
  ctx: Scene,
  id: string,
  { as, ...fields }: Fields & As = {},
): Promise<TestResponse<Wire>> {
  proofs += 1;
  const memberId = as === undefined ? { memberId: 'm1' } : {};
  const body = { ...memberId, proofUrl: `https://instagram.com/p/perk${proofs}`, ...fields };
  return ctx.call('POST', `/programs/${id}/submit`, body, { as: as ?? ctx.business.token });
}

/** Creates and approves a submission. @returns its ID */
export async function createApprovedSubmission(ctx: Scene, id: string, fields: Fields = {}): Promise<string> {
  const submission = await expectData(submitToProgram(ctx, id, fields));
  await expectData(campaigns.reviewSubmission(ctx, submission.id, 'approve'));
  return submission.id;
}

export const reviewSubmission = campaigns.reviewSubmission;

export function reverseSubmission(ctx: Scene, submissionId: string): Promise<TestResponse<Wire>> {
  return campaigns.reviewSubmission(ctx, submissionId, 'reject', { reverse: true });
}

/** Returns the rows of programs and the ledger as JSON, to compare before and after. */
export async function databaseSnapshot(ctx: Scene): Promise<string> {
  const tables = ['programs', 'members', 'member_steps', 'member_goals', 'cashbacks', 'submissions'];
  const corrections = ['member_adjustments', 'adjustment_parts', 'member_merges', 'merged_records'];
  const refunds = ['cashback_redemptions', 'cashback_redemption_parts', 'cashback_refunds', 'rewards'];
  const ledger = [
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'events',
    'tallies',
    'installation_counters',
  ];
  const db = ctx.app.services.database.reader;
  return JSON.stringify(
    await mapInOrder(
      [...tables, ...corrections, 'visits', 'shop_orders', 'goal_completions', ...refunds, ...ledger],
      async name => await db.all(`select * from ${name} order by 1, 2, 3`),
    ),
  );
}

/** Fails the test unless a call is rejected and changes nothing. @returns the error */
export async function expectRejected(
  ctx: Scene,
  send: () => Promise<TestResponse<Wire>>,
  [status, code]: [status: number, code: string],
): Promise<Wire> {
  const before = await databaseSnapshot(ctx);
  const response = await send();
  expect([response.status, response.error.code]).toEqual([status, code]);
  expect(await databaseSnapshot(ctx)).toBe(before);
  return response.error;
}

/** Runs the integrity check of `perkmint db check`. @returns the problems found */
export function findIntegrityProblems(ctx: Scene): Promise<string[]> {
  return checkIntegrity(ctx.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null }));
}

/** Calls POST /programs/{id}/visits, by default as the business and for member `m1`. */
export function recordVisit(
  ctx: Scene,
  id: string,
  { as, ...fields }: Fields & As = {},
): Promise<TestResponse<Wire>> {
  const body = { memberId: 'm1', ...fields };
  return ctx.call('POST', `/programs/${id}/visits`, body, { as: as ?? ctx.business.token });
}

/** Calls POST /programs/{id}/redemptions, by default as the business and for member `m1`. */
export function buyReward(
  ctx: Scene,
  id: string,
  rewardId: string,
  { as, ...fields }: Fields & As = {},
): Promise<TestResponse<Wire>> {
  const body = { rewardId, ...(as === undefined ? { memberId: 'm1' } : {}), ...fields };
  return ctx.call('POST', `/programs/${id}/redemptions`, body, { as: as ?? ctx.business.token });
}

/** Calls POST /programs/{id}/redemptions/{orderId}/cancel as the business. */
export function cancelShopOrder(
  ctx: Scene,
  id: string,
  orderId: string,
  body: Fields = {},
): Promise<TestResponse<Wire>> {
  return ctx.call('POST', `/programs/${id}/redemptions/${orderId}/cancel`, body, { as: ctx.business.token });
}
