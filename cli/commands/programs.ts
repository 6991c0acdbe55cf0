import type { Command } from 'commander';
import { CASHBACK_STATUSES, PROGRAM_STATUSES } from '../../db/enums.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Cashback, CashbackRedeemed } from '../../src/programs/cashback/model.ts';
import type { Program } from '../../src/programs/model.ts';
import type { CashbackRefund } from '../../src/programs/refunds/model.ts';
import { type Action, commandGroup } from '../command.ts';
import { parseNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const PROGRAM_COLUMNS: Column<Program>[] = [
  { title: 'ID', value: program => program.id },
  { title: 'NAME', value: program => program.name },
  { title: 'STATUS', value: program => program.status },
  { title: 'MEMBERS', value: program => program.memberCount },
];
const CASHBACK_COLUMNS: Column<Cashback>[] = [
  { title: 'ID', value: row => row.id },
  { title: 'MEMBER', value: row => row.memberId },
  { title: 'STATUS', value: row => row.status },
  { title: 'AMOUNT', value: row => formatAmount(row.amount, row.currency) },
  { title: 'REMAINING', value: row => formatAmount(row.remaining, row.currency) },
  { title: 'ORDER', value: row => row.orderId },
  { title: 'CREATED', value: row => row.createdAt },
];

export function programCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'programs',
    'Show perk programs',
    'perkmint programs list --status active',
    'perkmint programs show prg_01…',
  );
  const add = recordsOf(noun, action);
  add<Program>({
    usage: 'list',
    about: 'List programs, newest first',
    call: 'GET /programs',
    options: [
      option('--business <id>', 'filter by business ID'),
      option('--status <status>', 'filter by status', PROGRAM_STATUSES),
    ],
    columns: PROGRAM_COLUMNS,
    examples: ['perkmint programs list', 'perkmint programs list --business biz_01… --json'],
  });
  add<Program>({
    usage: 'show <id>',
    about: 'Show a program',
    call: 'GET /programs/:id',
    examples: ['perkmint programs show prg_01…', 'perkmint programs show prg_01… --json'],
  });
}

export function cashbackCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'cashback',
    'Manage the cashback of a program',
    'perkmint cashback earn prg_01… till-4711 --order-value 24.50 --order A-1001',
    'perkmint cashback redeem prg_01… till-4711 --amount 5',
  );
  const add = recordsOf(noun, action);
  add<Cashback>({
    usage: 'list <program>',
    about: 'List cashback, newest first',
    call: 'GET /programs/:program/cashback',
    options: [
      option('--member <memberId>', 'filter by member ID'),
      option('--status <status>', 'filter by status', CASHBACK_STATUSES),
    ],
    columns: CASHBACK_COLUMNS,
    examples: ['perkmint cashback list prg_01…', 'perkmint cashback list prg_01… --status pending --json'],
  });
  add<Cashback>({
    usage: 'earn <program> <member>',
    about: 'Grant cashback for an order, or a fixed amount',
    call: 'POST /programs/:program/cashback',
    fixed: { action: 'earn' },
    options: [
      option(
        '--order-value <amount>',
        "order value; the program's rule determines the cashback",
        parseNumber,
      ),
      option('--amount <amount>', "fixed amount instead of the program's rule", parseNumber),
      option('--order <id>', 'order ID; each order earns once'),
      option('--description <text>', 'description'),
    ],
    done: row =>
      `${row.memberId} earned ${formatAmount(row.amount, row.currency)}, ${row.status} (${row.id})`,
    examples: [
      'perkmint cashback earn prg_01… till-4711 --order-value 24.50 --order A-1001',
      'perkmint cashback earn prg_01… till-4711 --amount 5 --description "Sorry for the wait"',
    ],
  });
  add<CashbackRedeemed>({
    usage: 'redeem <program> <member>',
    about: 'Spend available cashback, oldest first',
    call: 'POST /programs/:program/cashback',
    fixed: { action: 'redeem' },
    options: [option('--amount <amount>', 'amount to spend', parseNumber).makeOptionMandatory()],
    done: ({ amount, balance, currency }) =>
      `${formatAmount(amount, currency)} spent, ${formatAmount(balance, currency)} left`,
    examples: [
      'perkmint cashback redeem prg_01… till-4711 --amount 5',
      'perkmint cashback redeem prg_01… till-4711 --amount 5 --json',
    ],
  });
  add<Cashback>({
    usage: 'void <program> <cashback>',
    about: 'Void pending cashback',
    call: 'POST /programs/:program/cashback',
    fixed: { action: 'void' },
    options: [option('--reason <text>', 'why')],
    confirm: ({ cashback }) => `Void ${cashback}?`,
    done: row => `${row.id} is ${row.status}`,
    examples: [
      'perkmint cashback void prg_01… cbk_01… --reason "Order cancelled"',
      'perkmint cashback void prg_01… cbk_01… --yes',
    ],
  });
  addRefund(noun, action);
}

function addRefund(noun: Command, action: Action): void {
  recordsOf(
    noun,
    action,
  )<CashbackRefund>({
    usage: 'refund <program>',
    about: 'Refund an order, a visit or redeemed cashback, whole or in part',
    call: 'POST /programs/:program/cashback',
    fixed: { action: 'refund' },
    names: { visit: 'visitId', redemption: 'redemptionId' },
    options: [
      option('--order <id>', 'order ID'),
      option('--cashback <id>', 'cashback of an order without an ID'),
      option('--visit <id>', 'visit'),
      option('--redemption <id>', 'redemption of cashback'),
      option('--amount <amount>', 'a part of the order value or redemption', parseNumber),
      option('--reason <text>', 'why it is refunded'),
    ],
    done: ({ amount, cashback, points, visits, currency }) =>
      `Refunded ${formatAmount(amount, currency)}: ${formatAmount(cashback, currency)} of cashback, ${points} points, ${visits} visits`,
    examples: [
      'perkmint cashback refund prg_01… --order A-1001',
      'perkmint cashback refund prg_01… --order A-1001 --amount 8.50 --reason "One item returned"',
    ],
  });
}
