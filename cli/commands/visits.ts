import type { Command } from 'commander';
import { formatAmount } from '../../src/platform/money.ts';
import { MAX_VISIT_QUANTITY, type RecordedVisit, type Visit } from '../../src/programs/visits/model.ts';
import { type Action, commandGroup } from '../command.ts';
import { parseNumber, wholeNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<Visit>[] = [
  { title: 'ID', value: visit => visit.id },
  { title: 'MEMBER', value: visit => visit.memberId },
  { title: 'VISITS', value: visit => visit.quantity },
  { title: 'ORDER', value: visit => visit.orderId },
  {
    title: 'VALUE',
    value: ({ orderValue, currency }) => (orderValue === null ? null : formatAmount(orderValue, currency)),
  },
  { title: 'POINTS', value: visit => visit.points },
  { title: 'CREATED', value: visit => visit.createdAt },
];

export function visitCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'visits',
    'Record and list visits of members',
    'perkmint visits add prg_01… till-4711',
    'perkmint visits list prg_01… --member till-4711',
  );
  const add = recordsOf(noun, action);
  add<RecordedVisit>({
    usage: 'add <program> [member]',
    about: 'Record a visit, which counts toward stamp cards',
    call: 'POST /programs/:program/visits',
    options: [
      option('--phone <number>', 'find the member by phone number instead'),
      option('--card <text>', "find the member by the card's text instead"),
      option(
        '--quantity <count>',
        'visits to record at once (default 1); 0 for a purchase without one',
        wholeNumber(0, MAX_VISIT_QUANTITY),
      ),
      option('--order-value <amount>', 'order value, which also earns points and cashback', parseNumber),
      option('--order <id>', 'order ID; each order counts once'),
    ],
    done: describeVisit,
    examples: [
      'perkmint visits add prg_01… till-4711 --order-value 8.40 --order A-1002',
      'perkmint visits add prg_01… --phone +12025550143 --quantity 2',
    ],
  });
  add<Visit>({
    usage: 'list <program>',
    about: 'List visits, newest first',
    call: 'GET /programs/:program/visits',
    options: [
      option('--member <memberId>', 'filter by member ID'),
      option('--from <time>', 'only visits at or after this time'),
      option('--to <time>', 'only visits before this time'),
    ],
    columns: COLUMNS,
    hasOwnRange: true,
    examples: [
      'perkmint visits list prg_01…',
      'perkmint visits list prg_01… --from 2026-06-01T00:00:00Z --json',
    ],
  });
}

/** Describes a visit with the codes that it won. */
function describeVisit({ memberId, member, rewards, id }: RecordedVisit): string {
  const codes = rewards.map(reward => reward.code);
  const won = codes.length === 0 ? '' : `; won ${codes.join(', ')}`;
  return `${memberId} has ${member.visits} ${member.visits === 1 ? 'visit' : 'visits'} (${id})${won}`;
}
