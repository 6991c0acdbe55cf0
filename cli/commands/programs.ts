import { type Command, Option } from 'commander';
import { CASHBACK_STATUSES, PROGRAM_STATUSES } from '../../db/enums.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Page } from '../../src/platform/page.ts';
import { type Cashback, CashbackEarning, CashbackRedemption } from '../../src/programs/cashback/model.ts';
import {
  earnCashback,
  listCashback,
  transitionCashback,
} from '../../src/programs/cashback/service/cashback.ts';
import { redeemCashback } from '../../src/programs/cashback/service/redeem.ts';
import type { Program } from '../../src/programs/model.ts';
import { getProgram, listPrograms } from '../../src/programs/service/read.ts';
import { buildQuery, localOrRemote, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, parseNumber, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';
import { addRefund } from './rewards.ts';

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

interface ProgramFilter extends PageOptions, RemoteOptions {
  business?: string;
  status?: Program['status'];
}

export function programCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'programs',
    'Show perk programs',
    'perkmint programs list --status active',
    'perkmint programs show prg_01…',
  );
  const all = noun
    .command('list')
    .description('List programs, newest first')
    .option('--business <id>', 'filter by business ID')
    .addOption(new Option('--status <status>', 'filter by status').choices(PROGRAM_STATUSES));
  withServer(withPages(all)).action(
    action<ProgramFilter>(async context => {
      const { business, status } = context.options;
      const query = { ...pickPage(context.options), businessId: business, status };
      const page = await readPages(context.options, query, each =>
        localOrRemote(
          context,
          ask => ask<Page<Program>>('GET', `/programs${buildQuery(each)}`),
          ctx => listPrograms(ctx, each),
        ),
      );
      context.out.page(page, PROGRAM_COLUMNS);
    }),
  );
  withExamples(all, 'perkmint programs list', 'perkmint programs list --business biz_01… --json');
  const show = noun
    .command('show <id>')
    .description('Show a program')
    .action(
      action<RemoteOptions>(async (context, id = '') => {
        const program = await localOrRemote(
          context,
          ask => ask<Program>('GET', `/programs/${encodePathSegment('id', id)}`),
          ctx => getProgram(ctx, id),
        );
        context.out.record(program);
      }),
    );
  withServer(show);
  withExamples(show, 'perkmint programs show prg_01…', 'perkmint programs show prg_01… --json');
}

export function cashbackCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'cashback',
    'Manage the cashback of a program',
    'perkmint cashback earn prg_01… till-4711 --order-value 24.50 --order A-1001',
    'perkmint cashback redeem prg_01… till-4711 --amount 5',
  );
  const all = noun
    .command('list <program>')
    .description('List cashback, newest first')
    .option('--member <memberId>', 'filter by member ID')
    .addOption(new Option('--status <status>', 'filter by status').choices(CASHBACK_STATUSES));
  withPages(all).action(
    action<PageOptions & { member?: string; status?: Cashback['status'] }>(async (context, id = '') => {
      const { member, status } = context.options;
      const query = { ...pickPage(context.options), memberId: member, status };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => listCashback(ctx, id, each));
      context.out.page(page, CASHBACK_COLUMNS);
    }),
  );
  withExamples(
    all,
    'perkmint cashback list prg_01…',
    'perkmint cashback list prg_01… --status pending --json',
  );
  addActions(noun, action);
  addRefund(noun, action);
}

interface Earning {
  amount?: number;
  orderValue?: number;
  order?: string;
  description?: string;
}

function addActions(noun: Command, action: Action): void {
  const give = noun
    .command('earn <program> <member>')
    .description('Grant cashback for an order, or a fixed amount')
    .option('--order-value <amount>', "order value; the program's rule determines the cashback", parseNumber)
    .option('--amount <amount>', "fixed amount instead of the program's rule", parseNumber)
    .option('--order <id>', 'order ID; each order earns once')
    .option('--description <text>', 'description')
    .action(
      action<Earning>(async (context, id = '', memberId = '') => {
        const { amount, orderValue, order: orderId, description } = context.options;
        const given = {
          memberId,
          amount,
          orderValue,
          orderId,
          description,
        };
        const row = await earnCashback(await context.ctx(), id, parseInput(CashbackEarning, given));
        context.out.done(
          `${memberId} earned ${formatAmount(row.amount, row.currency)}, ${row.status} (${row.id})`,
          row,
        );
      }),
    );
  withExamples(
    give,
    'perkmint cashback earn prg_01… till-4711 --order-value 24.50 --order A-1001',
    'perkmint cashback earn prg_01… till-4711 --amount 5 --description "Sorry for the wait"',
  );
  const spend = noun
    .command('redeem <program> <member>')
    .description('Spend available cashback, oldest first')
    .requiredOption('--amount <amount>', 'amount to spend', parseNumber)
    .action(
      action<{ amount: number }>(async (context, id = '', memberId = '') => {
        const given = { action: 'redeem', memberId, amount: context.options.amount };
        const done = await redeemCashback(await context.ctx(), id, parseInput(CashbackRedemption, given));
        context.out.done(
          `${formatAmount(done.amount, done.currency)} spent, ${formatAmount(done.balance, done.currency)} left`,
          done,
        );
      }),
    );
  withExamples(
    spend,
    'perkmint cashback redeem prg_01… till-4711 --amount 5',
    'perkmint cashback redeem prg_01… till-4711 --amount 5 --json',
  );
  const annul = noun
    .command('void <program> <cashback>')
    .description('Void pending cashback')
    .option('--reason <text>', 'why')
    .action(
      action<{ reason?: string }>(async (context, id = '', cashbackId = '') => {
        await context.confirm(`Void ${cashbackId}?`);
        const { reason } = context.options;
        const row = await transitionCashback(await context.ctx(), id, { action: 'void', cashbackId, reason });
        context.out.done(`${row.id} is ${row.status}`, row);
      }),
    );
  withExamples(
    annul,
    'perkmint cashback void prg_01… cbk_01… --reason "Order cancelled"',
    'perkmint cashback void prg_01… cbk_01… --yes',
  );
}
