import type { Command } from 'commander';
import { REWARD_STATUSES } from '../../db/enums.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Reward } from '../../src/rewards/model.ts';
import { type Action, commandGroup } from '../command.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<Reward>[] = [
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
  const add = recordsOf(noun, action);
  add<Reward>({
    usage: 'list',
    about: 'List rewards, newest first',
    call: 'GET /rewards',
    options: [
      option('--status <status>', 'filter by status', REWARD_STATUSES),
      option('--code <code>', 'filter by reward code'),
    ],
    columns: COLUMNS,
    examples: ['perkmint rewards list', 'perkmint rewards list --status redeemed --json'],
  });
  add<Reward>({
    usage: 'show <id>',
    about: 'Show a reward with the redemptions that were undone',
    call: 'GET /rewards/:id',
    examples: ['perkmint rewards show rwd_01…', 'perkmint rewards show rwd_01… --json'],
  });
  add<Reward>({
    usage: 'reinstate <code>',
    about: 'Undo a redemption, so that the code can be redeemed again',
    call: 'POST /rewards/reinstate',
    options: [option('--reason <text>', 'why it is undone')],
    done: reward => `${reward.code} can be redeemed again`,
    examples: [
      'perkmint rewards reinstate 7XKQ4MTRWP',
      'perkmint rewards reinstate 7XKQ4MTRWP --reason "Scanned twice"',
    ],
  });
}
