import * as businesses from '../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { AppError, forbidden } from '../../errors.ts';
import { EVENT_TYPES } from '../../events/model.ts';
import * as events from '../../events/service.ts';
import type { Actor, AgentMandate } from '../../platform/actor.ts';
import { nowIso } from '../../platform/clock.ts';
import { formatCents } from '../../platform/money.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import { calculateCosts, getWindowStart, isWithin, type RecordedEvent, sumCosts } from '../rules.ts';
import * as store from '../store.ts';

/** Maximum events of one request: no operation records more. */
const MAX_EVENTS = 100_000;

export type Agent = Extract<Actor, { kind: 'apiKey' }> & { mandate: AgentMandate };

/** Returns whether the caller is an agent. */
export function isAgent(actor: Actor): actor is Agent {
  return actor.kind === 'apiKey' && actor.mandate !== undefined;
}

/** The request of an agent that is about to be committed. */
export interface AgentRequest {
  agent: Agent;
  operationId: string;
  /** The sequence of the latest event of the business before the request. */
  after: number;
  /** The cost that a person approved, null for one that can't be known; absent before a decision. */
  approvedCents?: number | null;
}

/** A request that waits for a person: it costs more than the agent may decide, or an amount that can't be known. */
export interface NeedsApproval {
  cents: number | null;
}

/**
 * Charges an agent with what its request costs, in the transaction of the request and after all its changes. The events tell
 * the cost, because every change that costs something records one.
 * @returns undefined if the request can be committed
 * @throws FORBIDDEN for a change outside the mandate's campaigns and programs, BUDGET_EXHAUSTED, CONFLICT if it costs more than
 *   was approved
 */
export async function charge(
  tx: TxCtx,
  { agent, operationId, after, approvedCents }: AgentRequest,
): Promise<NeedsApproval | undefined> {
  const { id: keyId, mandate } = agent;
  const recorded = await listRecorded(tx, agent.businessId, after);
  if (!isWithin(mandate, recorded)) throw outsideMandate(mandate);
  const launched = (await store.listLaunched(tx.db, { keyId })).map(({ campaignId }) => String(campaignId));
  const costs = calculateCosts(recorded, new Set(launched));
  const cents = sumCosts(costs);
  if (approvedCents !== undefined && !isAsApproved(cents, approvedCents))
    throw new AppError('CONFLICT', 'The request costs more now than when it was proposed');
  const knownCosts = costs.filter(cost => cost.cents !== null);
  await assertWithinBudget(tx, agent, sumCosts(knownCosts) ?? 0);
  const isDecided = approvedCents !== undefined || (cents !== null && cents <= mandate.approvalAboveCents);
  if (!isDecided) return { cents };
  const rows = knownCosts.map(cost => ({
    id: tx.ids.next('agentCharge'),
    keyId,
    operationId,
    campaignId: cost.campaignId ?? null,
    amountCents: Number(cost.cents),
    createdAt: nowIso(tx.clock),
  }));
  if (rows.length > 0) await store.insertMany(tx.db, rows);
  return undefined;
}

async function listRecorded(tx: TxCtx, businessId: string, after: number): Promise<RecordedEvent[]> {
  const rows = await events.listAfter(tx, businessId, after, MAX_EVENTS);
  return rows.map(({ type, data }) => {
    const kind = EVENT_TYPES.find(each => each === type);
    if (!kind) throw new Error(`The event ${type} has no cost`);
    return { ...(data as Omit<RecordedEvent, 'type'>), type: kind };
  });
}

function isAsApproved(cents: number | null, approvedCents: number | null): boolean {
  return approvedCents === null || (cents !== null && cents <= approvedCents);
}

/** @throws BUDGET_EXHAUSTED */
async function assertWithinBudget(
  tx: TxCtx,
  { id, businessId, mandate }: Agent,
  cents: number,
): Promise<void> {
  if (cents === 0) return;
  const { timeZone, currency } = await businesses.requireById(tx, businessId);
  if (currency !== mandate.currency)
    throw new AppError('CONFLICT', `The mandate of the agent is in ${mandate.currency}; create a new key`);
  const left = Math.max(0, mandate.budgetCents - (await getSpentCents(tx, id, mandate, timeZone)));
  if (cents <= left) return;
  const [cost, rest] = [formatCents(cents, currency), formatCents(left, currency)];
  throw new AppError(
    'BUDGET_EXHAUSTED',
    `The request costs ${cost}; the budget of the agent has ${rest} left`,
  );
}

/** Returns what agents of a business have spent in their present windows, by ID; in one statement per window. */
export async function getSpentOf(
  ctx: AnyCtx,
  businessId: string,
  agents: readonly { id: string; mandate: AgentMandate }[],
): Promise<Map<string, number>> {
  const { timeZone } = await businesses.requireById(ctx, businessId);
  const byWindow = Object.entries(Object.groupBy(agents, ({ mandate }) => mandate.window));
  const sums = await mapInOrder(byWindow, async ([window, found]) => {
    const since = getWindowStart(window as AgentMandate['window'], ctx.clock.now(), timeZone);
    const ids = found.map(({ id }) => id);
    return [...(await store.sumsSince(ctx.db, ids, since))];
  });
  return new Map(sums.flat());
}

/** Returns what an agent has spent in the present window. */
function getSpentCents(
  { db, clock }: Pick<TxCtx, 'db' | 'clock'>,
  keyId: string,
  { window }: AgentMandate,
  timeZone: string,
): Promise<number> {
  return store.sumSince(db, { keyId, since: getWindowStart(window, clock.now(), timeZone) });
}

function outsideMandate({ campaignIds = [], programIds = [] }: AgentMandate): AppError {
  const message = "The agent may only change records of its mandate's campaigns and programs";
  return forbidden('mandate', message, [...campaignIds, ...programIds]);
}
