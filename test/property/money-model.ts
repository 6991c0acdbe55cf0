import type { Cashback, Command, Member, Outcome, Step, Submission } from './money-types.ts';

/**
 * A model of a perk program in whole cents (smallest units of its currency) and points, written independently of the code under test: cashback is
 * held before it can be redeemed, points determine the tier, and goals complete once. Each command returns an error code or the events that it records.
 */

const MAX_EACH = 2_000;
const MAX_MEMBER = 15_000;
const SPEND_GOAL = 10_050;

/** The terms of the program. @param scale smallest units in one unit of the currency */
export const createTerms = (scale: number) => ({
  cashback: {
    type: 'percentage',
    value: 7.5,
    maxPerTransaction: MAX_EACH / scale,
    maxPerMember: MAX_MEMBER / scale,
    holdDays: 3,
    expiresInDays: 9,
  },
  points: { perAction: 7, perDollar: 0.75 },
  tiers: [
    { name: 'Silver', threshold: 60, multiplier: 1.25 },
    { name: 'Gold', threshold: 200, multiplier: 1.5 },
  ],
  goals: [
    { id: 'visits', name: 'Visits', metric: 'submissions', target: 3 },
    { id: 'spend', name: 'Spend', metric: 'spend', target: SPEND_GOAL / scale },
    { id: 'points', name: 'Points', metric: 'points', target: 120 },
  ],
});

const DAY_HOURS = 24;

function getMidnightAfter(hour: number): number {
  return Math.ceil((hour + 1) / DAY_HOURS) * DAY_HOURS;
}

const refused = (code: string): Outcome => ({ code });

export class ProgramModel {
  readonly members = new Map<number, Member>();
  readonly cashbacks: Cashback[] = [];
  readonly submissions: Submission[] = [];
  readonly #orders = new Set<number>();
  #isActive = true;
  /** Hours since 1970. */
  #hour: number;
  #events: string[] = [];

  constructor(
    readonly scale: number,
    startHour: number,
  ) {
    this.#hour = startHour;
  }

  run(command: Command): Outcome {
    this.#events = [];
    const code = this.#carryOut(command);
    return code ? refused(code) : { events: this.#events };
  }

  /** Returns a member's cents of cashback in a state. */
  held(member: number, status: string): number {
    const own = this.cashbacks.filter(row => row.member === member && row.status === status);
    return own.reduce((sum, row) => sum + row.remaining, 0);
  }

  #carryOut(command: Command): string | undefined {
    switch (command.do) {
      case 'enroll':
        return this.#enroll(command.member);
      case 'amount':
      case 'order':
        return this.#earn(command);
      case 'confirm':
      case 'void':
      case 'reverse':
        return this.#move(command.do, this.cashbacks.at(-1 - command.cashback));
      case 'redeem':
        return this.#redeem(command.member, command.cents);
      case 'submit':
        return this.#submit(command.member, command.cents);
      case 'approve':
      case 'reject':
      case 'undo':
      case 'override':
        return this.#review(command.do, this.submissions.at(-1 - command.submission));
      case 'suspend':
      case 'readmit':
        return this.#setStatus(command.member, command.do === 'suspend' ? 'suspended' : 'active');
      case 'pause':
      case 'resume':
        return this.#setActive(command.do === 'resume');
      case 'wait':
        return this.#wait(command.hours);
    }
  }

  #enroll(id: number): string | undefined {
    if (!this.#isActive) return 'PROGRAM_NOT_ACTIVE';
    if (this.members.has(id)) return 'ALREADY_ENROLLED';
    const zero = { points: 0, spend: 0, approved: 0, submitted: 0, granted: 0, lifetime: 0, redeemed: 0 };
    this.members.set(id, { status: 'active', ...zero, tier: null, goals: new Set() });
    this.#events.push('member.enrolled');
    return undefined;
  }

  #whyNotEarning(id: number): string | undefined {
    if (!this.#isActive) return 'PROGRAM_NOT_ACTIVE';
    const member = this.members.get(id);
    if (!member) return 'NOT_A_MEMBER';
    return member.status === 'active' ? undefined : 'MEMBER_SUSPENDED';
  }

  #earn(command: Extract<Command, { do: 'amount' | 'order' }>): string | undefined {
    const { member: id, cents } = command;
    const why = this.#whyNotEarning(id);
    if (why) return why;
    const order = command.do === 'order' ? command.order : null;
    if (order !== null && this.#orders.has(order)) return 'DUPLICATE_ORDER';
    const earned = Math.min(MAX_EACH, command.do === 'order' ? Math.floor((cents * 75) / 1000) : cents);
    if (earned === 0) return 'VALIDATION_ERROR';
    const row = this.#grant(id, earned);
    if (!row) return 'LIMIT_REACHED';
    if (order !== null) this.#orders.add(order);
    if (command.do === 'order') row.step = this.#count(id, 0, cents);
    return undefined;
  }

  #grant(id: number, cents: number): Cashback | undefined {
    const member = this.members.get(id) as Member;
    const amount = Math.min(cents, MAX_MEMBER - member.granted);
    if (amount <= 0) return undefined;
    member.granted += amount;
    const availableAt = this.#hour + 3 * DAY_HOURS;
    const dates = {
      createdAt: this.#hour,
      availableAt,
      expiresAt: getMidnightAfter(availableAt + 9 * DAY_HOURS),
    };
    const row = { member: id, amount, remaining: amount, status: 'pending', ...dates, step: null };
    this.cashbacks.push(row);
    this.#events.push('cashback.created');
    return row;
  }

  /** Points by the tier before the step, rounded down once. */
  #count(id: number, approved: number, spend: number): Step {
    const member = this.members.get(id) as Member;
    const factor = member.tier === 'Gold' ? 150 : member.tier === 'Silver' ? 125 : 100;
    const points = Math.floor(((700 * this.scale * approved + 75 * spend) * factor) / (10_000 * this.scale));
    const step = { points, spend, approved };
    this.#apply(member, step, 1);
    return step;
  }

  #apply(member: Member, step: Step, sign: 1 | -1): void {
    member.points += sign * step.points;
    member.spend += sign * step.spend;
    member.approved += sign * step.approved;
    const tier = member.points >= 200 ? 'Gold' : member.points >= 60 ? 'Silver' : null;
    if (tier !== member.tier) this.#events.push('member.tierChanged');
    member.tier = tier;
    const reached = {
      visits: member.approved >= 3,
      spend: member.spend >= SPEND_GOAL,
      points: member.points >= 120,
    };
    for (const [goal, isReached] of Object.entries(reached)) {
      if (isReached && !member.goals.has(goal)) this.#events.push('member.goalCompleted');
      if (isReached) member.goals.add(goal);
      else member.goals.delete(goal);
    }
  }

  #move(action: 'confirm' | 'void' | 'reverse', row: Cashback | undefined): string | undefined {
    if (!row) return 'NOT_FOUND';
    if (row.status !== (action === 'reverse' ? 'available' : 'pending')) return 'INVALID_TRANSITION';
    if (row.remaining < row.amount) return 'INVALID_TRANSITION';
    if (action === 'confirm') {
      this.#release(row);
      row.expiresAt = getMidnightAfter(this.#hour + 9 * DAY_HOURS);
      return undefined;
    }
    this.#takeBack(row);
    if (row.step) this.#apply(this.members.get(row.member) as Member, row.step, -1);
    row.step = null;
    return undefined;
  }

  #release(row: Cashback): void {
    row.status = 'available';
    (this.members.get(row.member) as Member).lifetime += row.amount;
    this.#events.push('cashback.available');
  }

  #takeBack(row: Cashback): void {
    const isPending = row.status === 'pending';
    row.status = isPending ? 'void' : 'reversed';
    row.remaining = 0;
    (this.members.get(row.member) as Member).granted -= row.amount;
    this.#events.push(isPending ? 'cashback.voided' : 'cashback.reversed');
  }

  #redeem(id: number, cents: number): string | undefined {
    const member = this.members.get(id);
    if (!member) return 'NOT_A_MEMBER';
    if (this.held(id, 'available') < cents) return 'INSUFFICIENT_BALANCE';
    member.redeemed += cents;
    let open = cents;
    // Oldest first, also if the clock was set back.
    for (const row of this.cashbacks.toSorted((a, b) => a.createdAt - b.createdAt)) {
      if (open === 0) break;
      if (row.member !== id || row.status !== 'available') continue;
      const part = Math.min(open, row.remaining);
      row.remaining -= part;
      open -= part;
      if (row.remaining === 0) row.status = 'redeemed';
      this.#events.push('cashback.redeemed');
    }
    return undefined;
  }

  #submit(id: number, cents: number | null): string | undefined {
    const why = this.#whyNotEarning(id);
    if (why) return why;
    (this.members.get(id) as Member).submitted += 1;
    this.submissions.push({ member: id, cents, status: 'pending', step: null, cashback: null });
    this.#events.push('submission.created');
    return undefined;
  }

  #review(
    action: 'approve' | 'reject' | 'undo' | 'override',
    row: Submission | undefined,
  ): string | undefined {
    if (!row) return 'NOT_FOUND';
    const isDue = row.status === 'pending' && action !== 'undo';
    const isSpecial =
      (row.status === 'approved' && action === 'undo') ||
      (row.status === 'rejected' && action === 'override');
    if (row.status === 'pending' && action === 'undo') return this.#reject(row);
    if (!isDue && !isSpecial) return 'ALREADY_REVIEWED';
    if (action === 'reject') return this.#reject(row);
    return action === 'undo' ? this.#undo(row) : this.#approve(row);
  }

  #reject(row: Submission): undefined {
    row.status = 'rejected';
    this.#events.push('submission.rejected');
  }

  #approve(row: Submission): string | undefined {
    const why = this.#whyNotEarning(row.member);
    if (why) return why;
    row.status = 'approved';
    row.step = this.#count(row.member, 1, row.cents ?? 0);
    const earned = Math.min(MAX_EACH, Math.floor(((row.cents ?? 0) * 75) / 1000));
    row.cashback = earned > 0 ? (this.#grant(row.member, earned) ?? null) : null;
    this.#events.push('submission.approved');
    return undefined;
  }

  #undo(row: Submission): string | undefined {
    const { cashback } = row;
    const isSpent = cashback && (cashback.status === 'redeemed' || cashback.status === 'available');
    if (isSpent && cashback.remaining < cashback.amount) return 'CONFLICT';
    if (cashback?.status === 'pending' || cashback?.status === 'available') this.#takeBack(cashback);
    row.status = 'rejected';
    this.#apply(this.members.get(row.member) as Member, row.step as Step, -1);
    row.step = null;
    row.cashback = null;
    this.#events.push('submission.reversed');
    return undefined;
  }

  #setStatus(id: number, status: Member['status']): string | undefined {
    const member = this.members.get(id);
    if (!member) return 'NOT_FOUND';
    if (member.status !== status) this.#events.push('member.updated');
    member.status = status;
    return undefined;
  }

  #setActive(isActive: boolean): undefined {
    if (this.#isActive !== isActive) this.#events.push(isActive ? 'program.resumed' : 'program.paused');
    this.#isActive = isActive;
  }

  #wait(hours: number): undefined {
    this.#hour += hours;
    for (const row of this.cashbacks)
      if (row.status === 'pending' && row.availableAt <= this.#hour) this.#release(row);
    for (const row of this.cashbacks) {
      if (row.status !== 'available' || row.expiresAt > this.#hour) continue;
      row.status = 'expired';
      row.remaining = 0;
      this.#events.push('cashback.expired');
    }
  }
}
