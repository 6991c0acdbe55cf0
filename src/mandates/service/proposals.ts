import type { ProposalRow } from '../../../db/schema/mandates.ts';
import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { type DueWork, deleteInBatches, processDue, processDueBestEffort } from '../../due-work.ts';
import { AppError, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { toNullableAmount } from '../../platform/money.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../platform/page.ts';
import { requireBusinessRecord } from '../../tenancy.ts';
import type { Proposal, ProposalDecision, ProposalSummary } from '../model.ts';
import * as store from '../store.ts';
import { type Agent, isAgent } from './charge.ts';

/** How long a request waits for a decision. */
const LIFETIME_MS = 7 * DAY_MS;
/** How long proposals stay after they can no longer be decided about. */
const RETENTION_MS = 30 * DAY_MS;

/** A request as the agent sent it, byte for byte. */
export interface ProposedRequest {
  operationId: string;
  method: string;
  /** The path from the root, including the query string. */
  path: string;
  body: string | null;
  idempotencyKey: string | null;
}

interface Content extends Omit<ProposedRequest, 'operationId'> {
  /** The response to the request, if it had been run. */
  preview: unknown;
  result?: unknown;
}

interface ProposalQuery extends RecordQuery {
  /** One or more, separated by commas. */
  status?: string;
  businessId?: string;
}

/** Saves the request of an agent until a person decides about it. A repetition gets the proposal that waits already. */
export async function propose(
  ctx: Ctx,
  agent: Agent,
  { operationId, ...request }: ProposedRequest,
  { cents, preview }: { cents: number | null; preview: unknown },
): Promise<ProposalSummary> {
  const { id: keyId, businessId, mandate } = agent;
  // Without the Idempotency-Key, because clients choose a new one for each call.
  const { method, path, body } = request;
  const fingerprint = sha256(JSON.stringify([method, path, body]));
  const save = async (tx: TxCtx) => {
    const now = tx.clock.now();
    const waiting = await store.findRepeated(tx.db, { keyId, fingerprint, now: iso(now) });
    if (waiting) return await summarize(tx, waiting);
    const id = tx.ids.next('proposal');
    const row = await store.insertProposal(tx.db, {
      id,
      businessId,
      keyId,
      operationId,
      content: seal(tx, id, { ...request, preview }),
      fingerprint,
      amountCents: cents,
      currency: mandate.currency,
      status: 'pending',
      createdAt: iso(now),
      expiresAt: iso(now + LIFETIME_MS),
    });
    const object = await summarize(tx, row);
    await events.record(tx, 'proposal.created', { businessId, object });
    return object;
  };
  return await atomically(ctx, save, [`business:${businessId}`]);
}

/** Lists the proposals of a business; an agent sees its own. */
export async function listProposals(ctx: Ctx, query: ProposalQuery): Promise<Page<Proposal>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  await processDueBestEffort(ctx, expiry);
  const keyId = isAgent(ctx.actor) ? ctx.actor.id : undefined;
  const filter = { businessId, keyId, status: splitList<Proposal['status']>(query.status) };
  const page = await store.listProposals(ctx.db, filter, query);
  const names = await store.findNames(
    ctx.db,
    page.items.map(row => row.keyId),
  );
  return { ...page, items: page.items.map(row => toProposal(ctx, row, names)) };
}

/** Returns a proposal; an agent sees its own. @throws NOT_FOUND */
export async function getProposal(ctx: Ctx, id: string): Promise<Proposal> {
  await processDueBestEffort(ctx, expiry);
  return await describe(ctx, await requireVisible(ctx, id));
}

/** @throws NOT_FOUND */
async function requireVisible({ db, actor }: AnyCtx, id: string): Promise<ProposalRow> {
  const row = requireBusinessRecord(actor, 'proposal', await store.findProposal(db, id));
  if (isAgent(actor) && row.keyId !== actor.id) throw notFound('proposal');
  return row;
}

/** @throws NOT_FOUND, INVALID_TRANSITION if it was decided or has expired */
async function requirePending(tx: TxCtx, id: string): Promise<ProposalRow> {
  const row = await requireVisible(tx, id);
  const status = row.expiresAt <= nowIso(tx.clock) && row.status === 'pending' ? 'expired' : row.status;
  if (status !== 'pending')
    throw new AppError('INVALID_TRANSITION', `The proposal is ${status} and can't be decided about`);
  return row;
}

/** Rejects a request. @throws NOT_FOUND, INVALID_TRANSITION */
export async function rejectProposal(ctx: Ctx, id: string, { reason }: ProposalDecision): Promise<Proposal> {
  return await atomically(ctx, async tx => {
    await requirePending(tx, id);
    return await decide(tx, id, { status: 'rejected', reason: reason ?? null });
  });
}

/** A proposal that is being approved. */
export interface Approval {
  keyId: string;
  operationId: string;
  request: Omit<ProposedRequest, 'operationId'>;
  approvedCents: number | null;
}

/** Returns the request to run, in the transaction that saves its result. @throws NOT_FOUND, INVALID_TRANSITION */
export async function beginApproval(tx: TxCtx, id: string): Promise<Approval> {
  const { keyId, operationId, amountCents: approvedCents, content } = await requirePending(tx, id);
  const { method, path, body, idempotencyKey } = unseal(tx, id, content);
  return { keyId, operationId, approvedCents, request: { method, path, body, idempotencyKey } };
}

/** Saves the result of an approved request. */
export async function finishApproval(
  tx: TxCtx,
  id: string,
  { result, reason }: { result: unknown; reason: string | undefined },
): Promise<Proposal> {
  const { content } = await requirePending(tx, id);
  const change = { content: seal(tx, id, { ...unseal(tx, id, content), result }), reason: reason ?? null };
  return await decide(tx, id, { status: 'approved', ...change });
}

async function decide(
  tx: TxCtx,
  id: string,
  change: { status: 'approved' | 'rejected'; reason: string | null; content?: string },
): Promise<Proposal> {
  const decided = { ...change, decidedAt: nowIso(tx.clock), decidedBy: tx.actor.id };
  const row = await store.updateProposal(tx.db, id, decided);
  const type = `proposal.${change.status}` as const;
  const previous = { status: 'pending' };
  await events.record(tx, type, { businessId: row.businessId, object: await summarize(tx, row), previous });
  return await describe(tx, row);
}

const expiry: DueWork<ProposalRow> = {
  find: (ctx, limit) => store.listDue(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: async (tx, { id, businessId }) => {
    const object = await summarize(tx, await store.updateProposal(tx.db, id, { status: 'expired' }));
    await events.record(tx, 'proposal.expired', { businessId, object, previous: { status: 'pending' } });
  },
};

/** Expires the proposals whose time is over, and deletes those that ended long ago. @returns how many */
export async function expireProposals(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - RETENTION_MS);
  const purge = (tx: TxCtx, limit: number) => store.deleteProposalsBefore(tx.db, before, limit);
  return (await processDue(ctx, expiry)) + (await deleteInBatches(ctx, purge));
}

async function summarize(ctx: AnyCtx, row: ProposalRow): Promise<ProposalSummary> {
  return toSummary(row, await store.findNames(ctx.db, [row.keyId]));
}

async function describe(ctx: AnyCtx, row: ProposalRow): Promise<Proposal> {
  return toProposal(ctx, row, await store.findNames(ctx.db, [row.keyId]));
}

function toSummary(row: ProposalRow, names: ReadonlyMap<string, string>): ProposalSummary {
  const { id, businessId, status, keyId, operationId, amountCents, currency, reason } = row;
  const { createdAt, expiresAt, decidedAt, decidedBy } = row;
  return {
    id,
    businessId,
    status,
    agent: { id: keyId, name: names.get(keyId) ?? keyId },
    operationId,
    amount: toNullableAmount(amountCents, currency),
    currency,
    reason,
    createdAt,
    expiresAt,
    decidedAt,
    decidedBy,
  };
}

function toProposal(ctx: AnyCtx, row: ProposalRow, names: ReadonlyMap<string, string>): Proposal {
  const { method, path, body, preview, result = null } = unseal(ctx, row.id, row.content);
  const request = { method, path, body: body === null ? null : JSON.parse(body) };
  return { ...toSummary(row, names), request, preview, result };
}

function seal({ vault }: AnyCtx, id: string, content: Content): string {
  return vault.seal(JSON.stringify(content), id);
}

function unseal({ vault }: AnyCtx, id: string, content: string): Content {
  return JSON.parse(vault.open(content, id));
}

/** Deletes the proposals that contain one of the texts about a person whose data is erased. */
export async function eraseProposals(
  tx: TxCtx,
  businessId: string | undefined,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return;
  const written = texts.flatMap(text => [JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]);
  const rows = await store.listAllProposals(tx.db, businessId);
  const about = rows.filter(({ id, content }) => {
    const { body, preview, path, result } = unseal(tx, id, content);
    const text = `${path} ${body} ${JSON.stringify([preview, result])}`;
    return written.some(each => text.includes(each));
  });
  await store.removeProposals(
    tx.db,
    about.map(({ id }) => id),
  );
}
