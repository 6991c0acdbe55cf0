import type { Command } from 'commander';
import type { ListedShopOrder, ShopOrder } from '../../src/programs/shop/model.ts';
import { type Action, commandGroup } from '../command.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<ListedShopOrder>[] = [
  { title: 'ID', value: order => order.id },
  { title: 'MEMBER', value: order => order.memberId },
  { title: 'REWARD', value: order => order.rewardId },
  { title: 'POINTS', value: order => order.points },
  { title: 'CODE', value: order => order.reward.code },
  { title: 'STATUS', value: order => order.status },
  { title: 'CREATED', value: order => order.createdAt },
];

export function redemptionCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'redemptions',
    'Spend points in the shop of a program',
    'perkmint redemptions add prg_01… till-4711 cake',
    'perkmint redemptions cancel prg_01… sho_01… --reason "Wrong reward"',
  );
  const add = recordsOf(noun, action);
  add<ShopOrder>({
    usage: 'add <program> <member> <reward>',
    about: "Buy a reward of the program's shop with a member's points",
    call: 'POST /programs/:program/redemptions',
    done: ({ reward, points, pointsBalance, id }) =>
      `${reward.code} for ${points} points, ${pointsBalance} left (${id})`,
    examples: [
      'perkmint redemptions add prg_01… till-4711 cake',
      'perkmint redemptions add prg_01… till-4711 cake --json',
    ],
  });
  add<ListedShopOrder>({
    usage: 'list <program>',
    about: 'List the rewards bought with points, newest first',
    call: 'GET /programs/:program/redemptions',
    options: [
      option('--member <memberId>', 'filter by member ID'),
      option('--from <time>', 'only purchases at or after this time'),
      option('--to <time>', 'only purchases before this time'),
    ],
    columns: COLUMNS,
    hasOwnRange: true,
    examples: [
      'perkmint redemptions list prg_01…',
      'perkmint redemptions list prg_01… --member till-4711 --json',
    ],
  });
  add<ShopOrder>({
    usage: 'cancel <program> <id>',
    about: 'Cancel a purchase and return its points',
    call: 'POST /programs/:program/redemptions/:id/cancel',
    options: [option('--reason <text>', 'why, kept with the purchase')],
    done: ({ id, points, pointsBalance }) =>
      `Canceled ${id}: ${points} points returned, ${pointsBalance} left`,
    examples: [
      'perkmint redemptions cancel prg_01… sho_01…',
      'perkmint redemptions cancel prg_01… sho_01… --reason "Wrong reward"',
    ],
  });
}
