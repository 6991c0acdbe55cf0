import { type Command, Option } from 'commander';
import { MEMBER_STATUSES, REFERRAL_STATUSES } from '../../db/enums.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Page } from '../../src/platform/page.ts';
import type { Member } from '../../src/programs/members/model.ts';
import {
  getMember,
  listMembers,
  listMembersOfBusiness,
  update,
} from '../../src/programs/members/service/members.ts';
import { getStatement, type StatementLine } from '../../src/programs/members/service/statement.ts';
import type { ReferralRecord } from '../../src/programs/referrals/model.ts';
import { listReferrals } from '../../src/programs/referrals/service/list.ts';
import { buildQuery, localOrRemote, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { toCsv } from '../csv.ts';
import { type PageOptions, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';
import { addMemberClaims } from './member-claims.ts';
import { addMemberCorrections, addMemberMerges } from './member-corrections.ts';
import { addMemberImports } from './member-imports.ts';
import { addMemberData } from './user-data.ts';

const MEMBER_COLUMNS: Column<Member>[] = [
  { title: 'MEMBER', value: member => member.memberId },
  { title: 'NAME', value: member => member.name },
  {
    title: 'PHONE',
    value: ({ phone, phoneConfirmed }) => (phone && !phoneConfirmed ? `${phone} (not confirmed)` : phone),
  },
  { title: 'STATUS', value: member => member.status },
  { title: 'TIER', value: member => member.tier },
  { title: 'POINTS', value: member => member.points },
  { title: 'PENDING', value: ({ cashback, currency }) => formatAmount(cashback.pending, currency) },
  { title: 'AVAILABLE', value: ({ cashback, currency }) => formatAmount(cashback.available, currency) },
];
const REFERRAL_COLUMNS: Column<ReferralRecord>[] = [
  { title: 'REFERRER', value: referral => referral.referrer },
  { title: 'NEW MEMBER', value: referral => referral.referee },
  { title: 'STATUS', value: referral => referral.status },
  { title: 'CREATED', value: referral => referral.createdAt },
  { title: 'PAID', value: referral => referral.paidAt },
];
const PROGRAM_COLUMN: Column<Member> = { title: 'PROGRAM', value: member => member.programId };
const LINE_COLUMNS: Column<StatementLine>[] = [
  { title: 'TIME', value: line => line.createdAt },
  { title: 'ACCOUNT', value: line => line.account },
  { title: 'KIND', value: line => line.kind },
  { title: 'AMOUNT', value: line => line.amount },
  { title: 'BALANCE', value: line => line.balance },
  { title: 'REFERENCE', value: line => line.reference },
];

const SEARCH_HELP =
  'beginning of any word of the name, of the phone number or its last four digits, email address or member ID';

export function memberCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'members',
    'Show and import the members of a program',
    'perkmint members list prg_01… --tier Gold',
    'perkmint members statement prg_01… till-4711 --csv',
  );
  const all = noun
    .command('list <program>')
    .description("List or search a program's members, newest first")
    .option('--q <text>', SEARCH_HELP)
    .option('--tier <name>', 'filter by tier')
    .addOption(new Option('--status <status>', 'filter by status').choices(MEMBER_STATUSES));
  withPages(all).action(
    action<PageOptions & { q?: string; tier?: string; status?: Member['status'] }>(
      async (context, id = '') => {
        const { q, tier, status } = context.options;
        const query = { ...pickPage(context.options), q, tier, status };
        const ctx = await context.ctx();
        const page = await readPages(context.options, query, each => listMembers(ctx, id, each));
        context.out.page(page, MEMBER_COLUMNS);
      },
    ),
  );
  withExamples(
    all,
    'perkmint members list prg_01… --q "0170 123"',
    'perkmint members list prg_01… --status suspended --json',
  );
  addMemberSearch(noun, action);
  addReferrals(noun, action);
  addMemberClaims(noun, action);
  addMemberCorrections(noun, action);
  addMemberMerges(noun, action);
  addMemberImports(noun, action);
  addMemberData(noun, action);
  addOne(noun, action);
  const lines = noun
    .command('statement <program> <member>')
    .description("Show a member's cashback and points transactions, oldest first")
    .option('--csv', 'print comma-separated values')
    .action(
      action<{ csv?: boolean }>(async (context, id = '', member = '') => {
        const found = await getStatement(await context.ctx(), id, member);
        if (context.options.csv && !context.options.json) context.out.text(toCsv(found, LINE_COLUMNS));
        else context.out.table(found, LINE_COLUMNS);
      }),
    );
  withExamples(
    lines,
    'perkmint members statement prg_01… till-4711',
    'perkmint members statement prg_01… till-4711 --csv > statement.csv',
  );
}

function addOne(noun: Command, action: Action): void {
  const show = noun
    .command('show <program> <member>')
    .description('Show a member')
    .action(
      action(async (context, id = '', member = '') =>
        context.out.record(await getMember(await context.ctx(), id, member)),
      ),
    );
  withExamples(
    show,
    'perkmint members show prg_01… till-4711',
    'perkmint members show prg_01… till-4711 --json',
  );
  const confirm = noun
    .command('confirm-phone <program> <member>')
    .description('Confirm the phone number that a member entered')
    .action(
      action(async (context, id = '', member = '') =>
        context.out.record(await update(await context.ctx(), id, member, { phoneConfirmed: true })),
      ),
    );
  withExamples(
    confirm,
    'perkmint members confirm-phone prg_01… usr_01…',
    'perkmint members confirm-phone prg_01… usr_01… --json',
  );
}

function addReferrals(noun: Command, action: Action): void {
  const command = noun
    .command('referrals <program>')
    .description('List the members whom other members brought, newest first')
    .option('--member <memberId>', 'filter by the member who brought the others')
    .addOption(new Option('--status <status>', 'filter by status').choices(REFERRAL_STATUSES));
  withPages(command).action(
    action<PageOptions & { member?: string; status?: ReferralRecord['status'] }>(async (context, id = '') => {
      const { member: memberId, status } = context.options;
      const query = { ...pickPage(context.options), memberId, status };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => listReferrals(ctx, id, each));
      context.out.page(page, REFERRAL_COLUMNS);
    }),
  );
  withExamples(
    command,
    'perkmint members referrals prg_01…',
    'perkmint members referrals prg_01… --status flagged --json',
  );
}

interface MemberSearchOptions extends PageOptions, RemoteOptions {
  business?: string;
}

function addMemberSearch(noun: Command, action: Action): void {
  const find = noun
    .command('find <q>')
    .description('Search the members of all programs of a business')
    .option('--business <id>', 'ID of the business');
  withServer(withPages(find)).action(
    action<MemberSearchOptions>(async (context, q = '') => {
      const query = { ...pickPage(context.options), q, businessId: context.options.business };
      const page = await readPages(context.options, query, each =>
        localOrRemote(
          context,
          ask => ask<Page<Member>>('GET', `/members${buildQuery(each)}`),
          ctx => listMembersOfBusiness(ctx, each),
        ),
      );
      context.out.page(page, [PROGRAM_COLUMN, ...MEMBER_COLUMNS]);
    }),
  );
  withExamples(
    find,
    'perkmint members find 4567 --business biz_01…',
    'perkmint members find "anna smi" --server https://shop.example',
  );
}
