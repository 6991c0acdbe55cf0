/**
 * A model of a campaign's budget, written from the specification alone: pure state and state transitions.
 * Imports nothing from src, so that model and implementation can disagree.
 */
/** Percentage cashback for members of the program, with the owner's caps. */
export interface Cashback {
  percent: number;
  maxCents: number | null;
  maxMemberCents: number | null;
  /** Maximum credit of an automatic approval, which also limits the reserve for an unbounded order value. */
  autoLimitCents: number;
}

export interface Terms {
  currency: string;
  /** Null if the campaign belongs to no program. */
  cashback: Cashback | null;
  /** Cents reserved per submission; 0 for a percentage without a cap. */
  costCents: number;
  reward: { type: 'fixed' | 'percentage'; value: number; maxAmount?: number };
  totalCents: number | null;
  maxApprovals: number | null;
  perUser: number;
  /** Minutes until it ends; null for never. */
  endsIn: number | null;
}

export type State = 'active' | 'paused' | 'ended' | 'expired';

export type Command =
  | { do: 'submit'; user: number; proof: number; orderCents?: number | undefined }
  | {
      do: 'review';
      which: number;
      action: 'approve' | 'reject';
      flag?: 'override' | 'reverse' | undefined;
      /** With approve: the corrected order value, or null for none. */
      orderCents?: number | null | undefined;
    }
  | { do: 'redeem'; which: number }
  | { do: 'budget'; totalCents: number | null }
  | { do: 'cap'; maxApprovals: number | null }
  | { do: 'state'; to: 'active' | 'paused' | 'ended'; laterEnd?: boolean; rejectAll?: boolean }
  | { do: 'wait'; minutes: number };

interface Submission {
  user: number;
  proof: number;
  status: 'pending' | 'approved' | 'rejected';
  /** Cents reserved (pending) or spent (approved). */
  cents: number;
  /** The order value as declared or corrected, and the cashback granted on it. */
  orderCents: number | null;
  cashbackCents: number;
  isRedeemed: boolean;
}

export interface Model {
  terms: Terms;
  state: State;
  totalCents: number | null;
  maxApprovals: number | null;
  /** Minutes since the start. */
  now: number;
  end: number | null;
  submissions: Submission[];
}

/** The result of a command: `ok` or an error code. */
export type Outcome = string;

/** Minutes by which a later end lies ahead. */
export const LATER = 50;

export function begin(terms: Terms): Model {
  const { totalCents, maxApprovals, endsIn } = terms;
  return { terms, state: 'active', totalCents, maxApprovals, now: 0, end: endsIn, submissions: [] };
}

const sumOf = (model: Model, status: Submission['status']) =>
  model.submissions.filter(one => one.status === status).reduce((sum, one) => sum + one.cents, 0);
const countOf = (model: Model, status: Submission['status']) =>
  model.submissions.filter(one => one.status === status).length;

const spent = (model: Model) => sumOf(model, 'approved');
const reserved = (model: Model) => sumOf(model, 'pending');

/** Returns what must be stored of the campaign. */
export const toRow = (model: Model) => ({
  state: model.state,
  total: model.totalCents,
  reserved: sumOf(model, 'pending'),
  spent: sumOf(model, 'approved'),
  pending: countOf(model, 'pending'),
  approved: countOf(model, 'approved'),
  rejected: countOf(model, 'rejected'),
});

/** Applies a command to the model; a rejected one changes nothing. */
export function apply(model: Model, command: Command): Outcome {
  switch (command.do) {
    case 'submit':
      return submit(model, command);
    case 'review':
      return review(model, command);
    case 'redeem':
      return redeem(model, command.which);
    case 'budget':
      return setBudget(model, command.totalCents);
    case 'cap':
      model.maxApprovals = command.maxApprovals;
      return 'ok';
    case 'state':
      return setState(model, command);
    case 'wait':
      return wait(model, command.minutes);
  }
}

function wait(model: Model, minutes: number): Outcome {
  model.now += minutes;
  const isRunning = model.state === 'active' || model.state === 'paused';
  if (isRunning && model.end !== null && model.end <= model.now) model.state = 'expired';
  return 'ok';
}

/** Returns the cashback of an order for a member who was already granted some. */
function cashbackOn(model: Model, user: number, orderCents: number | null): number {
  const { cashback } = model.terms;
  if (!cashback || orderCents === null) return 0;
  const granted = model.submissions.reduce(
    (sum, one) => sum + (one.user === user ? one.cashbackCents : 0),
    0,
  );
  const share = Math.floor((orderCents * cashback.percent) / 100);
  const left = Math.max(0, (cashback.maxMemberCents ?? Infinity) - granted);
  return Math.min(share, cashback.maxCents ?? Infinity, left);
}

/** Returns the cashback that a pending submission reserves. */
function heldOn(model: Model, user: number, orderCents: number | null): number {
  const { cashback } = model.terms;
  const isBounded = cashback?.maxCents != null || cashback?.maxMemberCents != null;
  return Math.min(
    cashbackOn(model, user, orderCents),
    isBounded ? Infinity : (cashback?.autoLimitCents ?? 0),
  );
}

function fits(model: Model, cents: number, freedCents = 0): boolean {
  const { totalCents } = model;
  return totalCents === null || reserved(model) - freedCents + spent(model) + cents <= totalCents;
}

function isCapped({ maxApprovals, ...model }: Model): boolean {
  return maxApprovals !== null && countOf({ ...model, maxApprovals }, 'approved') >= maxApprovals;
}

function isExhausted(model: Model): boolean {
  const { totalCents, terms } = model;
  return totalCents !== null && terms.costCents > 0 && totalCents - spent(model) < terms.costCents;
}

function submit(model: Model, { user, proof, orderCents }: Command & { do: 'submit' }): Outcome {
  const order = orderCents ?? null;
  const own = model.submissions.filter(one => one.user === user);
  if (model.state !== 'active') return 'CAMPAIGN_NOT_ACTIVE';
  if (own.some(one => one.proof === proof)) return 'DUPLICATE_SUBMISSION';
  if (own.filter(one => one.status !== 'rejected').length >= model.terms.perUser) return 'LIMIT_REACHED';
  if (isCapped(model)) return 'LIMIT_REACHED';
  const cents = model.terms.costCents + heldOn(model, user, order);
  if (!fits(model, cents)) return 'BUDGET_EXHAUSTED';
  const rest = { orderCents: order, cashbackCents: 0, isRedeemed: false };
  model.submissions.push({ user, proof, status: 'pending', cents, ...rest });
  return 'ok';
}

function review(model: Model, command: Command & { do: 'review' }): Outcome {
  const { which, action, flag } = command;
  const one = model.submissions[which % Math.max(1, model.submissions.length)];
  if (!one) return 'NOT_FOUND';
  const isOverride = one.status === 'rejected' && action === 'approve' && flag === 'override';
  const isReversal = one.status === 'approved' && action === 'reject' && flag === 'reverse';
  if (one.status !== 'pending' && !isOverride && !isReversal) return 'ALREADY_REVIEWED';
  if (action === 'reject') {
    if (one.isRedeemed) return 'CONFLICT';
    Object.assign(one, { status: 'rejected', cents: 0, cashbackCents: 0 });
    return 'ok';
  }
  if (isCapped(model)) return 'LIMIT_REACHED';
  const orderCents = command.orderCents === undefined ? one.orderCents : command.orderCents;
  const cashbackCents = cashbackOn(model, one.user, orderCents);
  const cents = model.terms.costCents + cashbackCents;
  if (!fits(model, cents, one.cents)) return 'BUDGET_EXHAUSTED';
  Object.assign(one, { status: 'approved', cents, orderCents, cashbackCents, isRedeemed: false });
  if (model.state === 'active' && (isExhausted(model) || isCapped(model))) model.state = 'paused';
  return 'ok';
}

function redeem(model: Model, which: number): Outcome {
  const one = model.submissions[which % Math.max(1, model.submissions.length)];
  if (one?.status !== 'approved') return 'skipped';
  if (one.isRedeemed) return 'REWARD_NOT_REDEEMABLE';
  one.isRedeemed = true;
  return 'ok';
}

function setBudget(model: Model, totalCents: number | null): Outcome {
  if (totalCents !== null && totalCents < reserved(model) + spent(model)) return 'VALIDATION_ERROR';
  model.totalCents = totalCents;
  return 'ok';
}

const MOVES: Record<State, State[]> = {
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  expired: ['active'],
  ended: [],
};

function setState(model: Model, { to, laterEnd, rejectAll }: Command & { do: 'state' }): Outcome {
  const isMove = to !== model.state;
  if (isMove && !MOVES[model.state].includes(to)) return 'INVALID_TRANSITION';
  if (laterEnd && model.state === 'ended') return 'INVALID_TRANSITION';
  const end = laterEnd ? model.now + LATER : model.end;
  if (isMove && to === 'active') {
    if (end !== null && end <= model.now) return 'INVALID_TRANSITION';
    if (isExhausted(model)) return 'BUDGET_EXHAUSTED';
    if (isCapped(model)) return 'LIMIT_REACHED';
  }
  model.end = end;
  model.state = to;
  if (isMove && to === 'ended' && rejectAll)
    for (const one of model.submissions)
      if (one.status === 'pending') Object.assign(one, { status: 'rejected', cents: 0 });
  return 'ok';
}
