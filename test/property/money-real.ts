import { sql } from 'drizzle-orm';
import { create as createBusiness } from '../../src/businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../src/context.ts';
import { AppError } from '../../src/errors.ts';
import { DEFAULT_CURRENCY } from '../../src/platform/currency-digits.ts';
import { getUnitScale } from '../../src/platform/money.ts';
import { earnCashback, transitionCashback } from '../../src/programs/cashback/service/cashback.ts';
import { processDueCashback } from '../../src/programs/cashback/service/due.ts';
import { redeemCashback } from '../../src/programs/cashback/service/redeem.ts';
import * as members from '../../src/programs/members/service/members.ts';
import { getProgress } from '../../src/programs/members/service/progress.ts';
import * as programs from '../../src/programs/service/programs.ts';
import { reviewSubmissions } from '../../src/submissions/service/review.ts';
import { submitToProgram } from '../../src/submissions/service/submit.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import type { ManualClock } from '../support/test-app.ts';
import { createTerms, ProgramModel } from './money-model.ts';
import type { Command, Member, Outcome } from './money-types.ts';

const HOUR_MS = 3_600_000;
const CLI = { kind: 'system', id: 'cli', role: 'admin', businessId: null } as const;
/** Commands between full integrity checks; the affected member is compared after each command. */
const AUDIT_EVERY = 1_000;

/** The program in the database, driven through the services, each command a savepoint. */
class Real {
  readonly cashbacks: string[] = [];
  readonly submissions: string[] = [];
  #sequence = 0;

  constructor(
    readonly ctx: Ctx,
    readonly clock: ManualClock,
    readonly programId: string,
    readonly businessId: string,
    readonly scale: number,
  ) {}

  async run(command: Command): Promise<Outcome> {
    try {
      await atomically(this.ctx, tx => this.#carryOut(tx as unknown as Ctx, command));
      return { events: await this.readNewEvents() };
    } catch (error) {
      if (error instanceof AppError) return { code: error.code };
      throw error;
    }
  }

  /** Returns the kinds recorded since the last call, and remembers what they are about. */
  async readNewEvents(): Promise<string[]> {
    const rows = await this.ctx.db.all<{ type: string; id: string; sequence: number }>(sql`
      select type, resource_id as id, sequence from events
      where business_id = ${this.businessId} and sequence > ${this.#sequence} order by sequence`);
    this.#sequence = rows.at(-1)?.sequence ?? this.#sequence;
    for (const { type, id } of rows) {
      if (type === 'cashback.created') this.cashbacks.push(id);
      if (type === 'submission.created') this.submissions.push(id);
    }
    return rows.map(row => row.type);
  }

  async #carryOut(ctx: Ctx, command: Command): Promise<unknown> {
    const { programId } = this;
    switch (command.do) {
      case 'enroll':
        return members.enroll(ctx, programId, { memberId: name(command.member) });
      case 'amount':
        return earnCashback(ctx, programId, {
          memberId: name(command.member),
          amount: command.cents / this.scale,
        });
      case 'order': {
        const orderId = command.order === null ? undefined : `order-${command.order}`;
        return earnCashback(ctx, programId, {
          memberId: name(command.member),
          orderValue: command.cents / this.scale,
          orderId,
        });
      }
      case 'confirm':
      case 'void':
      case 'reverse':
        return transitionCashback(ctx, programId, {
          cashbackId: this.cashbacks.at(-1 - command.cashback) ?? 'none',
          action: command.do,
        });
      case 'redeem':
        return redeemCashback(ctx, programId, {
          action: 'redeem',
          memberId: name(command.member),
          amount: command.cents / this.scale,
        });
      case 'submit': {
        const proofUrl = `https://example.com/${this.submissions.length}`;
        const orderValue = command.cents === null ? undefined : command.cents / this.scale;
        return submitToProgram(ctx, programId, { memberId: name(command.member), proofUrl, orderValue });
      }
      case 'approve':
      case 'reject':
      case 'undo':
      case 'override': {
        const submissionId = this.submissions.at(-1 - command.submission) ?? 'none';
        const action = command.do === 'approve' || command.do === 'override' ? 'approve' : 'reject';
        const how = { reverse: command.do === 'undo', override: command.do === 'override' };
        return reviewSubmissions(ctx, { submissionId, action, ...how });
      }
      case 'suspend':
      case 'readmit': {
        const status = command.do === 'suspend' ? 'suspended' : 'active';
        return members.update(ctx, programId, name(command.member), { status });
      }
      case 'pause':
      case 'resume':
        return programs.update(ctx, programId, { status: command.do === 'pause' ? 'paused' : 'active' });
      case 'wait':
        this.clock.advance(command.hours * HOUR_MS);
        return processDueCashback(ctx);
    }
  }
}

const name = (member: number) => `m${member}`;

/** Describes the first command on which model and database disagree; undefined if there is none. */
export async function firstDifference(
  ctx: Ctx,
  clock: ManualClock,
  commands: readonly Command[],
  currency = DEFAULT_CURRENCY,
): Promise<string | undefined> {
  const business = await createBusiness(ctx, { name: 'Property', currency });
  const scale = getUnitScale(currency);
  const rewards = createTerms(scale) as never;
  const program = await programs.create(ctx, { name: 'P', rewards, businessId: business.id });
  const model = new ProgramModel(scale, Math.floor(clock.now() / HOUR_MS));
  const rollback = Symbol('rollback');
  let found: string | undefined;
  // Runs all commands as savepoints in one transaction that is rolled back.
  const work = async (tx: TxCtx): Promise<void> => {
    const inside = tx as unknown as Ctx;
    const real = new Real(inside, clock, program.id, business.id, scale);
    await real.readNewEvents();
    for (const [index, command] of commands.entries()) {
      const [expected, actual] = [model.run(command), await real.run(command)];
      const step = `command ${index} ${JSON.stringify(command)}`;
      found =
        differs(step, sorted(expected), sorted(actual)) ??
        (await memberDiffers(inside, program.id, model, command, step));
      const isTime = (index + 1) % AUDIT_EVERY === 0 || index === commands.length - 1;
      if (!found && isTime) found = (await checkIntegrity(inside))[0];
      if (found) break;
    }
    throw rollback;
  };
  await atomically(ctx, work).catch(error => {
    if (error !== rollback)
      found ??= `an unexpected error: ${error instanceof Error ? error.message : error}`;
  });
  return found;
}

const sorted = (outcome: Outcome) => ('events' in outcome ? outcome.events.toSorted() : outcome.code);

function differs(step: string, expected: unknown, actual: unknown): string | undefined {
  const [a, b] = [JSON.stringify(expected), JSON.stringify(actual)];
  return a === b ? undefined : `${step}: expected ${a}, got ${b}`;
}

/** Compares the API representation of a command's member with the model. */
async function memberDiffers(
  ctx: Ctx,
  programId: string,
  model: ProgramModel,
  command: Command,
  step: string,
): Promise<string | undefined> {
  const id = memberOf(model, command);
  if (id === undefined || !model.members.has(id)) return undefined;
  const actual = await members.getMember(ctx, programId, name(id));
  const way = await getProgress(ctx, programId, { memberId: name(id) });
  const { totals, goals } = way as Extract<typeof way, { totals: unknown }>;
  const reached = goals.filter(goal => goal.status === 'completed').map(goal => goal.id);
  return differs(step, toModelState(model, id), [
    actual.status,
    actual.tier,
    actual.points,
    actual.cashback,
    totals,
    reached.toSorted(),
  ]);
}

/** Returns what the API must show of a member. */
export function toModelState(model: ProgramModel, id: number): unknown[] {
  const { scale } = model;
  const member = model.members.get(id) as Member;
  const { status, tier, points, redeemed, lifetime, submitted: submissions, approved } = member;
  const cashback = {
    pending: model.held(id, 'pending') / scale,
    available: model.held(id, 'available') / scale,
    redeemed: redeemed / scale,
    lifetime: lifetime / scale,
  };
  const none = { pointsBalance: points, visits: 0 };
  const totals = {
    submissions,
    approved,
    points,
    ...none,
    spend: member.spend / scale,
    cashback: member.granted / scale,
  };
  return [status, tier, points, cashback, totals, [...member.goals].toSorted()];
}

/** Returns the member that a command is about. */
export function memberOf(model: ProgramModel, command: Command): number | undefined {
  if ('member' in command) return command.member;
  if ('cashback' in command) return model.cashbacks.at(-1 - command.cashback)?.member;
  return 'submission' in command ? model.submissions.at(-1 - command.submission)?.member : undefined;
}

/** Returns a context for commands by the operator. */
export function operator(app: { as(actor: typeof CLI): Ctx }): Ctx {
  return app.as(CLI);
}
