/**
 * A campaign's budget, written from the specification alone: a pure state and what each command makes of it.
 * Nothing here comes from src, so that the two can disagree.
 */
export interface Terms {
  /** Cents that one submission holds; 0 for a percentage without a cap. */
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
  | { do: 'submit'; user: number; proof: number }
  | { do: 'review'; which: number; action: 'approve' | 'reject'; flag?: 'override' | 'reverse' }
  | { do: 'redeem'; which: number }
  | { do: 'budget'; totalCents: number | null }
  | { do: 'cap'; maxApprovals: number | null }
  | { do: 'state'; to: 'active' | 'paused' | 'ended'; laterEnd?: boolean; rejectAll?: boolean }
  | { do: 'wait'; minutes: number };

interface Submission {
  user: number;
  proof: number;
  status: 'pending' | 'approved' | 'rejected';
  /** What it holds (pending) or has spent (approved). */
  cents: number;
  isRedeemed: boolean;
}

export interface Model {
  terms: Terms;
  state: State;
  totalCents: number | null;
  maxApprovals: number | null;
  /** Minutes since the beginning. */
  now: number;
  end: number | null;
  submissions: Submission[];
}

/** What a command answers: `ok`, or the code of its refusal. */
export type Outcome = string;

/** Minutes by which a later end lies ahead. */
export const LATER = 50;

export function begin(terms: Terms): Model {
  const { totalCents, maxApprovals, endsIn } = terms;
  return { terms, state: 'active', totalCents, maxApprovals, now: 0, end: endsIn, submissions: [] };
}

export const sumOf = (model: Model, status: Submission['status']) =>
  model.submissions.filter(one => one.status === status).reduce((sum, one) => sum + one.cents, 0);
export const countOf = (model: Model, status: Submission['status']) =>
  model.submissions.filter(one => one.status === status).length;

const spent = (model: Model) => sumOf(model, 'approved');
const reserved = (model: Model) => sumOf(model, 'pending');

/** Carries a command out on the model. A refused one leaves it as it was. */
export function apply(model: Model, command: Command): Outcome {
  switch (command.do) {
    case 'submit':
      return submit(model, command.user, command.proof);
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

function fits(model: Model): boolean {
  const { totalCents, terms } = model;
  return totalCents === null || reserved(model) + spent(model) + terms.costCents <= totalCents;
}

function isCapped({ maxApprovals, ...model }: Model): boolean {
  return maxApprovals !== null && countOf({ ...model, maxApprovals }, 'approved') >= maxApprovals;
}

function isExhausted(model: Model): boolean {
  const { totalCents, terms } = model;
  return totalCents !== null && terms.costCents > 0 && totalCents - spent(model) < terms.costCents;
}

function submit(model: Model, user: number, proof: number): Outcome {
  const own = model.submissions.filter(one => one.user === user);
  if (model.state !== 'active') return 'CAMPAIGN_NOT_ACTIVE';
  if (own.some(one => one.proof === proof)) return 'DUPLICATE_SUBMISSION';
  if (own.filter(one => one.status !== 'rejected').length >= model.terms.perUser) return 'LIMIT_REACHED';
  if (isCapped(model)) return 'LIMIT_REACHED';
  if (!fits(model)) return 'BUDGET_EXHAUSTED';
  const cents = model.terms.costCents;
  model.submissions.push({ user, proof, status: 'pending', cents, isRedeemed: false });
  return 'ok';
}

function review(model: Model, { which, action, flag }: Command & { do: 'review' }): Outcome {
  const one = model.submissions[which % Math.max(1, model.submissions.length)];
  if (!one) return 'NOT_FOUND';
  const isOverride = one.status === 'rejected' && action === 'approve' && flag === 'override';
  const isReversal = one.status === 'approved' && action === 'reject' && flag === 'reverse';
  if (one.status !== 'pending' && !isOverride && !isReversal) return 'ALREADY_REVIEWED';
  if (action === 'reject') {
    if (one.isRedeemed) return 'CONFLICT';
    Object.assign(one, { status: 'rejected', cents: 0 });
    return 'ok';
  }
  if (isCapped(model)) return 'LIMIT_REACHED';
  if (isOverride && !fits(model)) return 'BUDGET_EXHAUSTED';
  Object.assign(one, { status: 'approved', cents: model.terms.costCents, isRedeemed: false });
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
