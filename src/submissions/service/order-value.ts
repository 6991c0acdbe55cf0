import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import type { Actor, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { toCents } from '../../platform/money.ts';
import * as program from '../../programs/service/submissions.ts';
import type { Review, RiskFlag } from '../model.ts';
import { riskScore } from '../rules/risk.ts';

const UNCONFIRMED: RiskFlag = 'orderValueUnconfirmed';

/** The order value that an approval credits and confirms. */
interface ApprovedValue {
  /** Cents credited to the member; null credits nothing. */
  creditedCents: number | null;
  change: Partial<SubmissionRow>;
}

/**
 * Determines the order value of an approval. A reviewer confirms it by sending it or by approving the submitted one;
 * a rule confirms nothing and credits only up to the program's limit.
 * @throws CONFLICT if a rule would credit more
 */
export async function approveOrderValue(
  tx: TxCtx,
  row: SubmissionRow,
  { orderValue }: Pick<Review, 'orderValue'>,
): Promise<ApprovedValue> {
  if (!canConfirm(tx.actor)) {
    const credit = await program.classifyAutomaticCredit(tx, row);
    if (credit === 'aboveLimit')
      throw new AppError('CONFLICT', 'The order value must be confirmed by a reviewer first');
    return { creditedCents: credit === 'withinLimit' ? row.orderValueCents : null, change: {} };
  }
  const orderValueCents = toConfirmedCents(orderValue, row);
  const change = { orderValueCents, orderValueConfirmed: orderValueCents !== null, ...withoutFlag(row) };
  return { creditedCents: orderValueCents, change };
}

/** Returns whether a person acts: not a scheduled job or a signed webhook, but the CLI does. */
function canConfirm(actor: Actor): boolean {
  return (
    actor.role === 'business' || (actor.role === 'admin' && (actor.kind !== 'system' || actor.id === 'cli'))
  );
}

function toConfirmedCents(
  confirmed: number | null | undefined,
  { orderValueCents, currency }: SubmissionRow,
): number | null {
  if (confirmed === undefined) return orderValueCents;
  return confirmed === null ? null : toCents(confirmed, currency, 'orderValue');
}

function withoutFlag({ riskFlags }: SubmissionRow): Partial<SubmissionRow> {
  if (!riskFlags.includes(UNCONFIRMED)) return {};
  return withFlags(riskFlags.filter(flag => flag !== UNCONFIRMED));
}

/** Returns the risk columns of a submission whose automatic approval requires confirmation; empty if it does not. */
export async function flagUnconfirmed(tx: TxCtx, row: SubmissionRow): Promise<Partial<SubmissionRow>> {
  if ((await program.classifyAutomaticCredit(tx, row)) !== 'aboveLimit') return withoutFlag(row);
  return row.riskFlags.includes(UNCONFIRMED) ? {} : withFlags([...row.riskFlags, UNCONFIRMED]);
}

function withFlags(riskFlags: RiskFlag[]): Partial<SubmissionRow> {
  return { riskFlags, riskScore: riskScore(riskFlags) };
}
