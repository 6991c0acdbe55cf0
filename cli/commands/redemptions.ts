import type { Command } from 'commander';
import { type ListedShopOrder, NewShopOrder, ShopOrderCancellation } from '../../src/programs/shop/model.ts';
import { buyReward } from '../../src/programs/shop/service/buy.ts';
import { cancelShopOrder } from '../../src/programs/shop/service/cancel.ts';
import { listShopOrders } from '../../src/programs/shop/service/list.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<ListedShopOrder>[] = [
  { title: 'ID', value: order => order.id },
  { title: 'MEMBER', value: order => order.memberId },
  { title: 'REWARD', value: order => order.rewardId },
  { title: 'POINTS', value: order => order.points },
  { title: 'CODE', value: order => order.reward.code },
  { title: 'STATUS', value: order => order.status },
  { title: 'CREATED', value: order => order.createdAt },
];

interface ListOptions extends PageOptions {
  member?: string;
  from?: string;
  to?: string;
}

export function redemptionCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'redemptions',
    'Spend points in the shop of a program',
    'perkmint redemptions add prg_01… till-4711 cake',
    'perkmint redemptions cancel prg_01… sho_01… --reason "Wrong reward"',
  );
  const add = noun
    .command('add <program> <member> <reward>')
    .description("Buy a reward of the program's shop with a member's points")
    .action(
      action(async (context, id = '', memberId = '', rewardId = '') => {
        const order = await buyReward(
          await context.ctx(),
          id,
          parseInput(NewShopOrder, { memberId, rewardId }),
        );
        const { points, pointsBalance, reward } = order;
        context.out.done(`${reward.code} for ${points} points, ${pointsBalance} left (${order.id})`, order);
      }),
    );
  withExamples(
    add,
    'perkmint redemptions add prg_01… till-4711 cake',
    'perkmint redemptions add prg_01… till-4711 cake --json',
  );
  const all = noun
    .command('list <program>')
    .description('List the rewards bought with points, newest first')
    .option('--member <memberId>', 'filter by member ID')
    .option('--from <time>', 'only purchases at or after this time')
    .option('--to <time>', 'only purchases before this time');
  withPages(all, { range: false }).action(
    action<ListOptions>(async (context, id = '') => {
      const { member: memberId, from: createdFrom, to: createdTo } = context.options;
      const query = { ...pickPage(context.options), memberId, createdFrom, createdTo };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => listShopOrders(ctx, id, each));
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    all,
    'perkmint redemptions list prg_01…',
    'perkmint redemptions list prg_01… --member till-4711 --json',
  );
  const cancel = noun
    .command('cancel <program> <id>')
    .description('Cancel a purchase and return its points')
    .option('--reason <text>', 'why, kept with the purchase')
    .action(
      action<{ reason?: string }>(async (context, id = '', orderId = '') => {
        const input = parseInput(ShopOrderCancellation, { reason: context.options.reason });
        const order = await cancelShopOrder(await context.ctx(), id, orderId, input);
        context.out.done(
          `Canceled ${order.id}: ${order.points} points returned, ${order.pointsBalance} left`,
          order,
        );
      }),
    );
  withExamples(
    cancel,
    'perkmint redemptions cancel prg_01… sho_01…',
    'perkmint redemptions cancel prg_01… sho_01… --reason "Wrong reward"',
  );
}
