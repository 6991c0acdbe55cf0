import type { Command } from 'commander';
import { formatAmount } from '../../src/platform/money.ts';
import type { Page } from '../../src/platform/page.ts';
import {
  MAX_VISIT_QUANTITY,
  NewVisit,
  type RecordedVisit,
  type Visit,
} from '../../src/programs/visits/model.ts';
import { listVisits } from '../../src/programs/visits/service/list.ts';
import { recordVisit } from '../../src/programs/visits/service/record.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import {
  type PageOptions,
  parseInput,
  parseNumber,
  pickPage,
  readPages,
  wholeNumber,
  withPages,
} from '../input.ts';
import type { Column } from '../output.ts';

const VISIT_COLUMNS: Column<Visit>[] = [
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

interface VisitOptions {
  phone?: string;
  card?: string;
  quantity?: number;
  orderValue?: number;
  order?: string;
}

interface VisitFilter extends PageOptions {
  member?: string;
  from?: string;
  to?: string;
}

export function visitCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'visits',
    'Record and list visits of members',
    'perkmint visits add prg_01… till-4711',
    'perkmint visits list prg_01… --member till-4711',
  );
  const add = noun
    .command('add <program> [member]')
    .description('Record a visit, which counts toward stamp cards')
    .option('--phone <number>', 'find the member by phone number instead')
    .option('--card <text>', "find the member by the card's text instead")
    .option('--quantity <count>', 'visits to record at once (default 1)', wholeNumber(1, MAX_VISIT_QUANTITY))
    .option('--order-value <amount>', 'order value, which also earns points and cashback', parseNumber)
    .option('--order <id>', 'order ID; each order counts once')
    .action(
      action<VisitOptions>(async (context, id = '', memberId) => {
        const { order: orderId, ...options } = context.options;
        const { phone, card, quantity, orderValue } = options;
        const given = { memberId, phone, card, quantity, orderValue, orderId };
        const visit = await recordVisit(await context.ctx(), id, parseInput(NewVisit, given));
        context.out.done(describeVisit(visit), visit);
      }),
    );
  withExamples(
    add,
    'perkmint visits add prg_01… till-4711 --order-value 8.40 --order A-1002',
    'perkmint visits add prg_01… --phone +12025550143 --quantity 2',
  );
  const all = noun
    .command('list <program>')
    .description('List visits, newest first')
    .option('--member <memberId>', 'filter by member ID')
    .option('--from <time>', 'only visits at or after this time')
    .option('--to <time>', 'only visits before this time');
  withPages(all, { range: false }).action(
    action<VisitFilter>(async (context, id = '') => {
      const { member: memberId, from: createdFrom, to: createdTo } = context.options;
      const query = { ...pickPage(context.options), memberId, createdFrom, createdTo };
      const ctx = await context.ctx();
      const page: Page<Visit> = await readPages(context.options, query, each => listVisits(ctx, id, each));
      context.out.page(page, VISIT_COLUMNS);
    }),
  );
  withExamples(
    all,
    'perkmint visits list prg_01…',
    'perkmint visits list prg_01… --from 2026-06-01T00:00:00Z --json',
  );
}

/** Describes a visit with the codes that it won. */
function describeVisit({ memberId, member, rewards, id }: RecordedVisit): string {
  const codes = rewards.map(reward => reward.code);
  const won = codes.length === 0 ? '' : `; won ${codes.join(', ')}`;
  return `${memberId} has ${member.visits} ${member.visits === 1 ? 'visit' : 'visits'} (${id})${won}`;
}
