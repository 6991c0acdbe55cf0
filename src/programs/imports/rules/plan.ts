import type { ImportedMemberRow } from '../../../../db/schema/imports.ts';
import type { MemberRow } from '../../../../db/schema/programs.ts';
import { toAmount } from '../../../platform/money.ts';
import type { ImportField } from './columns.ts';
import type { Header } from './header.ts';
import type { ImportRecord, RowError } from './row.ts';

/** Opening balances to add to a member. */
export interface Opening {
  points: number;
  visits: number;
  cashbackCents: number;
  /** The sum of earlier purchases. */
  spendCents: number;
  /** Open rewards to issue. */
  rewards: number;
}

/** A row that creates a member or changes an existing one. */
export interface PlannedRow {
  record: ImportRecord;
  /** Undefined for a new member. */
  member: MemberRow | undefined;
  opening: Opening;
  filled: ('name' | 'email' | 'phone')[];
  /** The last visit of a member without one. */
  lastVisitAt: string | null;
}

/** A row with its member as it is afterwards. */
export interface Change extends PlannedRow {
  after: MemberRow;
}

/** Rows remembered to recognize several rows of one person. It bounds the memory of an import. */
const MAX_REMEMBERED_ROWS = 100_000;
const HASH_MASK = (1n << 53n) - 1n;

/**
 * The references, phone numbers and email addresses of the latest rows, with their lines, as hashes. Rows before them
 * are found by what the import has stored.
 */
export class RememberedRows {
  readonly #lines = new Map<number, number>();
  #rows = 0;

  /** Makes room for a batch. */
  startBatch(): void {
    if (this.#rows < MAX_REMEMBERED_ROWS) return;
    this.#lines.clear();
    this.#rows = 0;
  }

  find(field: Identity, value: string | undefined): number | undefined {
    return value === undefined ? undefined : this.#lines.get(toHash(field, value));
  }

  add(record: ImportRecord): void {
    this.#rows += 1;
    for (const field of IDENTITIES) {
      const value = record[field];
      if (value !== undefined) this.#lines.set(toHash(field, value), record.line);
    }
  }
}

const IDENTITIES = ['memberId', 'phone', 'email'] as const;
type Identity = (typeof IDENTITIES)[number];

function toHash(field: Identity, value: string): number {
  return Number(BigInt(Bun.hash(`${field} ${value}`)) & HASH_MASK);
}

/** The members that rows may be about, and what imports have added to them. */
interface Candidates {
  importId: string;
  members: readonly MemberRow[];
  openings: readonly ImportedMemberRow[];
  currency: string;
  /** Whether a goal of the program has a reward, as which open rewards are issued. */
  hasGoalReward: boolean;
}

/** The result of a batch. */
interface Plan {
  planned: PlannedRow[];
  unchanged: number;
  errors: RowError[];
}

/** Why a row is rejected; the field names the column. */
class Rejection extends Error {
  constructor(
    readonly field: ImportField,
    issue: string,
  ) {
    super(issue);
  }
}

/**
 * Decides what the rows of a batch do. A row is about the member with its memberId, or else with its phone number, or
 * else with its email address. Existing values are kept, and opening balances are raised to those of the row, so the
 * same file changes nothing the second time.
 */
export function planRows(
  records: readonly ImportRecord[],
  candidates: Candidates,
  remembered: RememberedRows,
  { at, names }: Header,
): Plan {
  const plan: Plan = { planned: [], unchanged: 0, errors: [] };
  const lookup = createLookup(candidates);
  remembered.startBatch();
  for (const record of records) {
    try {
      const member = findMember(record, lookup, remembered);
      const row = planRow(record, member, lookup);
      if (row) plan.planned.push(row);
      else plan.unchanged += 1;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const column = names[at[error.field] ?? -1] ?? null;
      plan.errors.push({ line: record.line, column, issue: error.message });
    }
  }
  return plan;
}

type Lookup = ReturnType<typeof createLookup>;

function createLookup({ members, openings, ...candidates }: Candidates) {
  return {
    ...candidates,
    byMemberId: new Map(
      members.flatMap(member =>
        [member.enrolledAs, member.memberId].flatMap(id => (id ? [[id, member] as const] : [])),
      ),
    ),
    byPhone: new Map(
      members.filter(({ phone }) => phone !== null).map(member => [member.phone as string, member]),
    ),
    byEmail: Map.groupBy(members, ({ email }) => email),
    openingsOf: Map.groupBy(openings, ({ memberKey }) => memberKey),
  };
}

/** Finds the member of a row; undefined for a new one. */
function findMember(
  record: ImportRecord,
  { byMemberId, byPhone, byEmail }: Lookup,
  remembered: RememberedRows,
): MemberRow | undefined {
  const { memberId, phone, email } = record;
  // Several people can have one email address, but only one each of the others.
  const isKnownByEmail = memberId === undefined && phone === undefined;
  for (const field of isKnownByEmail ? (['email'] as const) : (['memberId', 'phone'] as const)) {
    const line = remembered.find(field, record[field]);
    if (line !== undefined && line !== record.line)
      throw new Rejection(field, `is the same as on line ${line}`);
  }
  // A transaction can run twice, and then the row itself is remembered.
  const isEmailTaken = ![undefined, record.line].includes(remembered.find('email', email));
  remembered.add(record);
  const holder = phone === undefined ? undefined : byPhone.get(phone);
  const known = (memberId === undefined ? undefined : byMemberId.get(memberId)) ?? holder;
  // Without the reference of that member, because an erasure does not find it in the stored issues.
  if (holder && known !== holder) throw new Rejection('phone', 'is the phone number of another member');
  if (known || email === undefined || isEmailTaken) return known;
  const ofEmail = byEmail.get(email) ?? [];
  if (ofEmail.length > 1)
    throw new Rejection('email', 'belongs to several members; add their memberId or phone');
  return ofEmail[0];
}

/** Returns what a row changes; undefined if that is nothing. */
function planRow(
  record: ImportRecord,
  member: MemberRow | undefined,
  { importId, openingsOf, currency, hasGoalReward }: Lookup,
): PlannedRow | undefined {
  const openings = member ? (openingsOf.get(member.id) ?? []) : [];
  const own = openings.find(opening => opening.importId === importId);
  if (own) throw new Rejection(findIdentity(record), `is the member of line ${own.line}`);
  const added = sumOpenings(openings.map(each => ({ ...each, rewards: each.rewardIds.length })));
  const opening = {
    points: (record.points ?? added.points) - added.points,
    visits: (record.visits ?? added.visits) - added.visits,
    cashbackCents: (record.cashbackCents ?? added.cashbackCents) - added.cashbackCents,
    spendCents: (record.spendCents ?? added.spendCents) - added.spendCents,
    rewards: (record.rewards ?? added.rewards) - added.rewards,
  };
  const advice = 'that an earlier import added; undo that import first';
  if (opening.points < 0) throw new Rejection('points', `is less than the ${added.points} ${advice}`);
  if (opening.visits < 0) throw new Rejection('visits', `is less than the ${added.visits} ${advice}`);
  if (opening.cashbackCents < 0)
    throw new Rejection('cashback', `is less than the ${toAmount(added.cashbackCents, currency)} ${advice}`);
  if (opening.spendCents < 0)
    throw new Rejection('spend', `is less than the ${toAmount(added.spendCents, currency)} ${advice}`);
  if (opening.rewards < 0) throw new Rejection('rewards', `is less than the ${added.rewards} ${advice}`);
  if (opening.rewards > 0 && !hasGoalReward)
    throw new Rejection('rewards', 'needs a goal of the program with a reward, as which they are issued');
  const filled = (['name', 'email', 'phone'] as const).filter(
    name => member?.[name] === null && record[name] !== undefined,
  );
  const lastVisitAt = (!member?.lastVisitAt && record.lastVisitAt) || null;
  const isChanged =
    filled.length > 0 || lastVisitAt !== null || Object.values(opening).some(amount => amount > 0);
  return member && !isChanged ? undefined : { record, member, opening, filled, lastVisitAt };
}

function findIdentity(record: ImportRecord): Identity {
  return IDENTITIES.find(field => record[field] !== undefined) ?? 'memberId';
}

function sumOpenings(openings: readonly Opening[]): Opening {
  const sum = (name: keyof Opening) => openings.reduce((total, opening) => total + opening[name], 0);
  return {
    points: sum('points'),
    visits: sum('visits'),
    cashbackCents: sum('cashbackCents'),
    spendCents: sum('spendCents'),
    rewards: sum('rewards'),
  };
}

/** Adds up the opening balances of rows. */
export function sumTotals(planned: readonly PlannedRow[]): Opening {
  return sumOpenings(planned.map(({ opening }) => opening));
}
