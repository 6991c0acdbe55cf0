import type { Command } from 'commander';
import type { MergedMembers } from '../../src/merges/model.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { formatCount } from '../../src/platform/plural.ts';
import type { Adjustment, AppliedAdjustment } from '../../src/programs/adjustments/model.ts';
import type { Action } from '../command.ts';
import { parseNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

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

/** Adds the commands that correct a member's balance, list the corrections and undo one. */
export function addMemberCorrections(noun: Command, action: Action): void {
  const add = recordsOf(noun, action);
  add<AppliedAdjustment>({
    usage: 'adjust <program> <member>',
    about: "Correct a member's points, cashback or visits, with a reason",
    call: 'POST /programs/:program/members/:member/adjustments',
    options: [
      option('--points <n>', 'points to add, or to take back if below 0', parseNumber),
      option('--cashback <amount>', 'cashback to add, or to take back if below 0', parseNumber),
      option('--visits <n>', 'visits to add, or to take back if below 0', parseNumber),
      option('--reason <text>', 'why; shown to the business only').makeOptionMandatory(),
    ],
    names: { cashback: 'cashback' },
    done: result => `${describeBalance(result)} (${result.id})${describeWon(result)}`,
    examples: [
      'perkmint members adjust prg_01… till-4711 --points -50 --reason "Order was recorded twice"',
      'perkmint members adjust prg_01… till-4711 --cashback 2.50 --reason "Receipt of May 3 was missing"',
    ],
  });
  add<Adjustment>({
    usage: 'adjustments <program> <member>',
    about: "List the corrections of a member's balances, newest first",
    call: 'GET /programs/:program/members/:member/adjustments',
    columns: COLUMNS,
    examples: [
      'perkmint members adjustments prg_01… till-4711',
      'perkmint members adjustments prg_01… till-4711 --all --json',
    ],
  });
  add<AppliedAdjustment>({
    usage: 'undo-adjustment <program> <member> <adjustment>',
    about: 'Undo a correction of a balance',
    call: 'POST /programs/:program/members/:member/adjustments/:adjustment/undo',
    done: result => `The correction was undone: ${describeBalance(result)}`,
    examples: [
      'perkmint members undo-adjustment prg_01… till-4711 adj_01…',
      'perkmint members undo-adjustment prg_01… till-4711 adj_01… --json',
    ],
  });
}

/** Adds the commands that merge two members into one, and undo it. */
export function addMemberMerges(noun: Command, action: Action): void {
  const add = recordsOf(noun, action);
  add<MergedMembers>({
    usage: 'merge <program> <member>',
    about: 'Merge a member into another one, who gets everything',
    call: 'POST /programs/:program/members/:member/merge',
    options: [option('--into <member>', 'the member who stays').makeOptionMandatory()],
    done: result => `${result.memberId} was merged into ${result.into}${describeWon(result)}`,
    examples: [
      'perkmint members merge prg_01… till-4711 --into till-4712',
      'perkmint members merge prg_01… till-4711 --into usr_01… --json',
    ],
  });
  add<MergedMembers>({
    usage: 'undo-merge <program> <member>',
    about: 'Undo the latest merge of a member',
    call: 'POST /programs/:program/members/:member/merge/undo',
    done: result => `${result.memberId} is a separate member again${describeWon(result)}`,
    examples: [
      'perkmint members undo-merge prg_01… till-4711',
      'perkmint members undo-merge prg_01… till-4711 --json',
    ],
  });
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
