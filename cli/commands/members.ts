import type { Command } from 'commander';
import { MEMBER_STATUSES, REFERRAL_STATUSES } from '../../db/enums.ts';
import type { ClaimCode } from '../../src/claims/model.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Member } from '../../src/programs/members/model.ts';
import { getStatement, type StatementLine } from '../../src/programs/members/service/statement.ts';
import type { ReferralRecord } from '../../src/programs/referrals/model.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { toCsv } from '../csv.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';
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
  addLists(noun, action);
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

function addLists(noun: Command, action: Action): void {
  const add = recordsOf(noun, action);
  add<Member>({
    usage: 'list <program>',
    about: "List or search a program's members, newest first",
    call: 'GET /programs/:program/members',
    options: [
      option('--q <text>', SEARCH_HELP),
      option('--tier <name>', 'filter by tier'),
      option('--status <status>', 'filter by status', MEMBER_STATUSES),
    ],
    columns: MEMBER_COLUMNS,
    examples: [
      'perkmint members list prg_01… --q "0170 123"',
      'perkmint members list prg_01… --status suspended --json',
    ],
  });
  add<Member>({
    usage: 'find <q>',
    about: 'Search the members of all programs of a business',
    call: 'GET /members',
    options: [option('--business <id>', 'ID of the business')],
    columns: [PROGRAM_COLUMN, ...MEMBER_COLUMNS],
    examples: [
      'perkmint members find 4567 --business biz_01…',
      'perkmint members find "anna smi" --server https://shop.example',
    ],
  });
  add<ReferralRecord>({
    usage: 'referrals <program>',
    about: 'List the members whom other members brought, newest first',
    call: 'GET /programs/:program/referrals',
    options: [
      option('--member <memberId>', 'filter by the member who brought the others'),
      option('--status <status>', 'filter by status', REFERRAL_STATUSES),
    ],
    columns: REFERRAL_COLUMNS,
    examples: [
      'perkmint members referrals prg_01…',
      'perkmint members referrals prg_01… --status flagged --json',
    ],
  });
}

function addOne(noun: Command, action: Action): void {
  const add = recordsOf(noun, action);
  add<Member>({
    usage: 'show <program> <member>',
    about: 'Show a member',
    call: 'GET /programs/:program/members/:member',
    examples: ['perkmint members show prg_01… till-4711', 'perkmint members show prg_01… till-4711 --json'],
  });
  add<Member>({
    usage: 'confirm-phone <program> <member>',
    about: 'Confirm the phone number that a member entered',
    call: 'PUT /programs/:program/members/:member',
    fixed: { phoneConfirmed: true },
    examples: [
      'perkmint members confirm-phone prg_01… usr_01…',
      'perkmint members confirm-phone prg_01… usr_01… --json',
    ],
  });
  add<ClaimCode>({
    usage: 'claim-code <program> <member>',
    about: 'Issue a one-time code by which a member claims the card',
    call: 'POST /programs/:program/members/:member/claim',
    options: [option('--send', "also email the link to the member's address").default(false)],
    examples: [
      'perkmint members claim-code prg_01… till-4711',
      'perkmint members claim-code prg_01… till-4711 --send --server https://shop.example',
    ],
  });
}
