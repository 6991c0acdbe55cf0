import { type Command, Option } from 'commander';
import { REWARD_STATUSES } from '../../db/enums.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { NewRefund } from '../../src/programs/refunds/model.ts';
import { refund } from '../../src/programs/refunds/service/refunds.ts';
import { Reinstating, type Reward } from '../../src/rewards/model.ts';
import { reinstate } from '../../src/rewards/reinstate.ts';
import { getReward, listRewards } from '../../src/shops/rewards.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, parseNumber, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const REWARD_COLUMNS: Column<Reward>[] = [
  { title: 'ID', value: reward => reward.id },
  { title: 'CODE', value: reward => reward.code },
  { title: 'CUSTOMER', value: reward => reward.userId },
  { title: 'STATUS', value: reward => reward.status },
  {
    title: 'AMOUNT',
    value: ({ amount, currency }) => (amount === null ? null : formatAmount(amount, currency)),
  },
  { title: 'REDEEMED', value: reward => reward.redeemedAt },
  { title: 'CREATED', value: reward => reward.createdAt },
];

export function rewardCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'rewards',
    'List rewards and undo redemptions',
    'perkmint rewards list --status redeemed',
    'perkmint rewards reinstate 7XKQ4MTRWP --reason "Scanned twice"',
  );
  const all = noun
    .command('list')
    .description('List rewards, newest first')
    .addOption(new Option('--status <status>', 'filter by status').choices(REWARD_STATUSES))
    .option('--code <code>', 'filter by reward code');
  withPages(all).action(
    action<PageOptions & { status?: Reward['status']; code?: string }>(async context => {
      const { status, code } = context.options;
      const query = { ...pickPage(context.options), status, code };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => listRewards(ctx, each));
      context.out.page(page, REWARD_COLUMNS);
    }),
  );
  withExamples(all, 'perkmint rewards list', 'perkmint rewards list --status redeemed --json');
  const show = noun
    .command('show <reward>')
    .description('Show a reward with the redemptions that were undone')
    .action(action(async (context, id = '') => context.out.record(await getReward(await context.ctx(), id))));
  withExamples(show, 'perkmint rewards show rwd_01…', 'perkmint rewards show rwd_01… --json');
  const undo = noun
    .command('reinstate <code>')
    .description('Undo a redemption, so that the code can be redeemed again')
    .option('--reason <text>', 'why it is undone')
    .action(
      action<{ reason?: string }>(async (context, code) => {
        const { reason } = context.options;
        const reward = await reinstate(await context.ctx(), parseInput(Reinstating, { code, reason }));
        context.out.done(`${reward.code} can be redeemed again`, reward);
      }),
    );
  withExamples(
    undo,
    'perkmint rewards reinstate 7XKQ4MTRWP',
    'perkmint rewards reinstate 7XKQ4MTRWP --reason "Scanned twice"',
  );
}

interface RefundOptions {
  order?: string;
  cashback?: string;
  visit?: string;
  redemption?: string;
  amount?: number;
  reason?: string;
}

/** Adds `refund` to the commands of cashback. */
export function addRefund(noun: Command, action: Action): void {
  const undo = noun
    .command('refund <program>')
    .description('Refund an order, a visit or redeemed cashback, whole or in part')
    .option('--order <id>', 'order ID')
    .option('--cashback <id>', 'cashback of an order without an ID')
    .option('--visit <id>', 'visit')
    .option('--redemption <id>', 'redemption of cashback')
    .option('--amount <amount>', 'a part of the order value or redemption', parseNumber)
    .option('--reason <text>', 'why it is refunded')
    .action(
      action<RefundOptions>(async (context, id = '') => {
        const { order: orderId, cashback: cashbackId, visit: visitId, ...options } = context.options;
        const { redemption: redemptionId, amount, reason } = options;
        const given = { action: 'refund', orderId, cashbackId, visitId, redemptionId, amount, reason };
        const row = await refund(await context.ctx(), id, parseInput(NewRefund, given));
        const moved = `${formatAmount(row.cashback, row.currency)} of cashback, ${row.points} points, ${row.visits} visits`;
        context.out.done(`Refunded ${formatAmount(row.amount, row.currency)}: ${moved}`, row);
      }),
    );
  withExamples(
    undo,
    'perkmint cashback refund prg_01… --order A-1001',
    'perkmint cashback refund prg_01… --order A-1001 --amount 8.50 --reason "One item returned"',
  );
}
