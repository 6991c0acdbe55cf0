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

/** Ten percent, at most 20 dollars a transaction and 50 a member, held for 14 days. */
export const CASHBACK = { type: 'percentage', value: 10, maxPerTransaction: 20, maxPerMember: 50 };

async function expectData(answer: Promise<TestResponse<Wire>>): Promise<Wire> {
  const { status, body, data } = await answer;
  if (status > 201) throw new Error(JSON.stringify(body));
  return data;
}

/** A program of the shop. */
export function createProgram(at: Scene, rewards: Fields = {}, fields: Fields = {}): Promise<Wire> {
  const body = { name: 'Regulars', rewards, ...fields };
  return expectData(at.call('POST', '/programs', body, { as: at.business.token }));
}

export function updateProgram(at: Scene, id: string, fields: Fields): Promise<TestResponse<Wire>> {
  return at.call('PUT', `/programs/${id}`, fields, { as: at.business.token });
}

export function enrollMember(at: Scene, id: string, memberId: string, { as, ...fields }: Fields & As = {}) {
  return at.call('POST', `/programs/${id}/members`, { memberId, ...fields }, { as: as ?? at.business.token });
}

/** A program with one member, `m1`. */
export async function createProgramWithMember(at: Scene, rewards: Fields = {}): Promise<Wire> {
  const { id } = await createProgram(at, rewards);
  await expectData(enrollMember(at, id, 'm1'));
  return id;
}

/** POST cashback as the business, for `m1` unless said otherwise. */
export function postCashback(
  at: Scene,
  id: string,
  { as, ...fields }: Fields & As,
): Promise<TestResponse<Wire>> {
  const body = 'cashbackId' in fields ? fields : { memberId: 'm1', ...fields };
  return at.call('POST', `/programs/${id}/cashback`, body, { as: as ?? at.business.token });
}

/** As cashback, for a test that is about what comes after. */
export function earnCashback(at: Scene, id: string, fields: Fields): Promise<Wire> {
  return expectData(postCashback(at, id, fields));
}

export function transitionCashback(
  at: Scene,
  id: string,
  cashbackId: string,
  action: string,
  reason?: string,
) {
  return postCashback(at, id, { cashbackId, action, reason });
}

export function redeemCashback(
  at: Scene,
  id: string,
  amount: number,
  memberId = 'm1',
): Promise<TestResponse<Wire>> {
  return postCashback(at, id, { action: 'redeem', amount, memberId });
}

export async function getMember(
  at: Scene,
  id: string,
  memberId = 'm1',
  as = at.business.token,
): Promise<Wire> {
  return expectData(at.call('GET', `/programs/${id}/members/${memberId}`, undefined, { as }));
}

export async function getProgress(
  at: Scene,
  id: string,
  memberId?: string,
  as = at.business.token,
): Promise<Wire> {
  const query = memberId === undefined ? '' : `?memberId=${memberId}`;
  return expectData(at.call('GET', `/programs/${id}/progress${query}`, undefined, { as }));
}

export async function listCashback(
  at: Scene,
  id: string,
  query = '',
  as = at.business.token,
): Promise<Wire[]> {
  return (await expectData(at.call('GET', `/programs/${id}/cashback${query}`, undefined, { as }))).items;
}

let proofs = 0;

/** Submits proof to the program, a new address each time; for `m1` unless said otherwise. */
export function submitToProgram(
  at: Scene,
  id: string,
  { as, ...fields }: Fields & As = {},
): Promise<TestResponse<Wire>> {
  proofs += 1;
  const memberId = as === undefined ? { memberId: 'm1' } : {};
  const body = { ...memberId, proofUrl: `https://instagram.com/p/perk${proofs}`, ...fields };
  return at.call('POST', `/programs/${id}/submit`, body, { as: as ?? at.business.token });
}

/** Submits and approves. @returns the submission's id */
export async function createApprovedSubmission(at: Scene, id: string, fields: Fields = {}): Promise<string> {
  const submission = await expectData(submitToProgram(at, id, fields));
  await expectData(campaigns.reviewSubmission(at, submission.id, 'approve'));
  return submission.id;
}

export const reviewSubmission = campaigns.reviewSubmission;

export function reverseSubmission(at: Scene, submissionId: string): Promise<TestResponse<Wire>> {
  return campaigns.reviewSubmission(at, submissionId, 'reject', { reverse: true });
}

/** Everything that programs and the ledger hold, to tell that nothing has changed. */
export function databaseSnapshot(at: Scene): string {
  const tables = ['programs', 'members', 'member_steps', 'member_goals', 'cashbacks', 'submissions'];
  const ledger = ['ledger_accounts', 'ledger_transfers', 'ledger_entries', 'events', 'tallies'];
  const db = at.app.services.database.reader;
  return JSON.stringify([...tables, ...ledger].map(name => db.all(`select * from ${name} order by 1, 2, 3`)));
}

/** What `perkmint db check` would say. */
export function findIntegrityProblems(at: Scene): Promise<string[]> {
  return checkIntegrity(at.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null }));
}
