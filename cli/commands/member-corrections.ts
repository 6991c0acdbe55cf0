import type { Command } from 'commander';
import { NewMerge } from '../../src/merges/model.ts';
import { mergeMember } from '../../src/merges/service/merge.ts';
import { undoMerge } from '../../src/merges/service/undo.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { RecordQuery } from '../../src/platform/page.ts';
import { formatCount } from '../../src/platform/plural.ts';
import {
  type Adjustment,
  type AppliedAdjustment,
  NewAdjustment,
} from '../../src/programs/adjustments/model.ts';
import { adjustMember, listAdjustments } from '../../src/programs/adjustments/service/adjust.ts';
import { undoAdjustment } from '../../src/programs/adjustments/service/undo.ts';
import { type Action, withExamples } from '../command.ts';
import { type PageOptions, parseInput, parseNumber, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<Adjustment>[] = [
  { title: 'ID', value: adjustment => adjustment.id },
  { title: 'POINTS', value: adjustment => adjustment.points },
  { title: 'VISITS', value: adjustment => adjustment.visits },
  { title: 'CASHBACK', value: ({ cashback, currency }) => formatAmount(cashback, currency) },
  { title: 'REASON', value: adjustment => adjustment.reason },
  { title: 'BY', value: ({ adjustedBy }) => adjustedBy.id },
  { title: 'CREATED', value: adjustment => adjustment.createdAt },
  { title: 'UNDONE', value: adjustment => adjustment.undoneAt },
];

type Correction = Pick<NewAdjustment, 'points' | 'cashback' | 'visits' | 'reason'>;

/** Adds the commands that correct a member's balance, list the corrections and undo one. */
export function addMemberCorrections(noun: Command, action: Action): void {
  const adjust = noun
    .command('adjust <program> <member>')
    .description("Correct a member's points, cashback or visits, with a reason")
    .option('--points <n>', 'points to add, or to take back if below 0', parseNumber)
    .option('--cashback <amount>', 'cashback to add, or to take back if below 0', parseNumber)
    .option('--visits <n>', 'visits to add, or to take back if below 0', parseNumber)
    .requiredOption('--reason <text>', 'why; shown to the business only')
    .action(
      action<Correction>(async (context, id = '', member = '') => {
        const { points, cashback, visits, reason } = context.options;
        const input = parseInput(NewAdjustment, { points, cashback, visits, reason });
        const done = await adjustMember(await context.ctx(), id, member, input);
        context.out.done(`${describeBalance(done)} (${done.id})${describeWon(done)}`, done);
      }),
    );
  withExamples(
    adjust,
    'perkmint members adjust prg_01… till-4711 --points -50 --reason "Order was recorded twice"',
    'perkmint members adjust prg_01… till-4711 --cashback 2.50 --reason "Receipt of May 3 was missing"',
  );
  const all = noun
    .command('adjustments <program> <member>')
    .description("List the corrections of a member's balances, newest first");
  withPages(all).action(
    action<PageOptions>(async (context, id = '', member = '') => {
      const ctx = await context.ctx();
      const read = (query: RecordQuery) => listAdjustments(ctx, id, member, query);
      context.out.page(await readPages(context.options, pickPage(context.options), read), COLUMNS);
    }),
  );
  withExamples(
    all,
    'perkmint members adjustments prg_01… till-4711',
    'perkmint members adjustments prg_01… till-4711 --all --json',
  );
  const undo = noun
    .command('undo-adjustment <program> <member> <adjustment>')
    .description('Undo a correction of a balance')
    .action(
      action(async (context, id = '', member = '', adjustmentId = '') => {
        const done = await undoAdjustment(await context.ctx(), id, member, adjustmentId);
        context.out.done(`The correction was undone: ${describeBalance(done)}`, done);
      }),
    );
  withExamples(
    undo,
    'perkmint members undo-adjustment prg_01… till-4711 adj_01…',
    'perkmint members undo-adjustment prg_01… till-4711 adj_01… --json',
  );
}

/** Adds the commands that merge two members into one, and undo it. */
export function addMemberMerges(noun: Command, action: Action): void {
  const merge = noun
    .command('merge <program> <member>')
    .description('Merge a member into another one, who gets everything')
    .requiredOption('--into <member>', 'the member who stays')
    .action(
      action<NewMerge>(async (context, id = '', member = '') => {
        const done = await mergeMember(
          await context.ctx(),
          id,
          member,
          parseInput(NewMerge, { into: context.options.into }),
        );
        context.out.done(`${done.memberId} was merged into ${done.into}${describeWon(done)}`, done);
      }),
    );
  withExamples(
    merge,
    'perkmint members merge prg_01… till-4711 --into till-4712',
    'perkmint members merge prg_01… till-4711 --into usr_01… --json',
  );
  const undo = noun
    .command('undo-merge <program> <member>')
    .description('Undo the latest merge of a member')
    .action(
      action(async (context, id = '', member = '') => {
        const done = await undoMerge(await context.ctx(), id, member);
        context.out.done(`${done.memberId} is a separate member again${describeWon(done)}`, done);
      }),
    );
  withExamples(
    undo,
    'perkmint members undo-merge prg_01… till-4711',
    'perkmint members undo-merge prg_01… till-4711 --json',
  );
}

function describeWon({ rewards }: Pick<AppliedAdjustment, 'rewards'>): string {
  return rewards.length === 0 ? '' : `; won ${rewards.map(({ code }) => code).join(', ')}`;
}

/** Describes the balance that a correction or its undo changed. */
function describeBalance({ memberId, member, points, visits }: AppliedAdjustment): string {
  if (points !== 0) return `${memberId} has ${formatCount(member.pointsBalance, 'point')} to spend`;
  if (visits !== 0) return `${memberId} has ${formatCount(member.visits, 'visit')}`;
  return `${memberId} has ${formatAmount(member.cashback.available, member.currency)} of cashback to spend`;
}
