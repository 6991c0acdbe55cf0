import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { memberAdjustments } from '../../db/schema/adjustments.ts';
import type { users } from '../../db/schema/auth.ts';
import { connections } from '../../db/schema/connections.ts';
import { events } from '../../db/schema/events.ts';
import { exchangeOrders, exchangeTraders } from '../../db/schema/exchange.ts';
import { ledgerAccounts, ledgerEntries } from '../../db/schema/ledger.ts';
import { memberMerges } from '../../db/schema/merges.ts';
import { passes } from '../../db/schema/passes.ts';
import { cashbacks, members } from '../../db/schema/programs.ts';
import { referrals } from '../../db/schema/referrals.ts';
import { cashbackRedemptions, cashbackRefunds } from '../../db/schema/refunds.ts';
import { rewards } from '../../db/schema/rewards.ts';
import { submissions, uploads } from '../../db/schema/submissions.ts';
import { shopOrders, visits } from '../../db/schema/visits.ts';
import { type Subject, selectValues } from './store.ts';

/** Records of which events tell, with the columns by which they belong to a person. */
const RECORDS: readonly (readonly [id: SQLiteColumn, by: SQLiteColumn, key: 'user' | 'member'])[] = [
  [connections.id, connections.userId, 'user'],
  [exchangeTraders.id, exchangeTraders.ownerId, 'user'],
  [exchangeOrders.id, exchangeOrders.ownerId, 'user'],
  [cashbacks.id, cashbacks.memberKey, 'member'],
  [cashbackRedemptions.id, cashbackRedemptions.memberKey, 'member'],
  [cashbackRefunds.id, cashbackRefunds.memberKey, 'member'],
  [visits.id, visits.memberKey, 'member'],
  [shopOrders.id, shopOrders.memberKey, 'member'],
  [referrals.id, referrals.referrerKey, 'member'],
  [referrals.id, referrals.refereeKey, 'member'],
  [memberAdjustments.id, memberAdjustments.memberKey, 'member'],
  [memberMerges.id, memberMerges.fromKey, 'member'],
  [memberMerges.id, memberMerges.intoKey, 'member'],
  [passes.id, passes.recordId, 'member'],
];

/** An account whose person is looked for. */
export type Account = Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailConfirmedAt'>;

/** Finds by what values rows belong to the person who has an account. */
export async function findUserSubject(db: Db, user: Account): Promise<Subject> {
  const membership = unique(
    await selectValues(db, members.id, members.memberId, [user.id]),
    // A membership that was merged into another one, and lost the reference of the account.
    await selectValues(db, memberMerges.fromKey, memberMerges.fromReference, [user.id]),
  );
  return await complete(db, {
    keys: {
      ...NO_KEYS,
      user: [user.id],
      email: [user.email],
      member: membership,
      reference: [user.id],
      // An address without a proof can be that of another person, whose orders are not this account's.
      contact: user.emailConfirmedAt === null ? [] : [user.email],
    },
  });
}

/** Finds by what values rows of a business belong to the person whom it knows by references. */
export async function findMemberSubject(
  db: Db,
  {
    businessId,
    references,
    memberships,
  }: { businessId: string; references: string[]; memberships: string[] },
): Promise<Subject> {
  return await complete(db, {
    businessId,
    keys: { ...NO_KEYS, member: memberships, reference: references },
  });
}

const NO_KEYS: Subject['keys'] = {
  user: [],
  email: [],
  member: [],
  contact: [],
  reference: [],
  submission: [],
  reward: [],
  upload: [],
  ledgerAccount: [],
  ledgerTransfer: [],
  event: [],
};

async function complete(db: Db, { businessId, keys }: Subject): Promise<Subject> {
  const { user, member, reference } = keys;
  const find = (column: SQLiteColumn, by: SQLiteColumn, values: readonly string[]) =>
    selectValues(db, column, by, values, businessId);
  const contact = [
    ...keys.contact,
    ...(await find(members.email, members.id, member)),
    ...(await find(members.phone, members.id, member)),
    ...(await find(members.unconfirmedPhone, members.id, member)),
  ];
  const submission = unique(
    await find(submissions.id, submissions.userId, reference),
    await find(submissions.id, submissions.memberId, reference),
  );
  const reward = await find(rewards.id, rewards.userId, reference);
  const ledgerAccount = await find(ledgerAccounts.id, ledgerAccounts.ownerId, [...user, ...member]);
  const ledgerTransfer = await find(ledgerEntries.transferId, ledgerEntries.accountId, ledgerAccount);
  const attached = await find(submissions.uploadId, submissions.id, submission);
  const shared = await listShared(db, attached, new Set(submission));
  const records = [...user, ...member, ...submission, ...reward];
  for (const [id, by, key] of RECORDS) records.push(...(await find(id, by, keys[key])));
  const event = await find(events.id, events.resourceId, unique(records));
  return {
    businessId,
    keys: {
      ...keys,
      contact,
      submission,
      reward,
      ledgerAccount,
      ledgerTransfer,
      event,
      upload: unique(
        attached.filter(id => !shared.has(id)),
        await find(uploads.id, uploads.ownerId, user),
      ),
    },
  };
}

/** Returns the files that are also proof of submissions other than these, such as those to another business. */
async function listShared(
  db: Db,
  files: readonly string[],
  own: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const all = await selectValues(db, submissions.id, submissions.uploadId, files);
  const others = all.filter(id => !own.has(id));
  return new Set(await selectValues(db, submissions.uploadId, submissions.id, others));
}

function unique(...lists: readonly string[][]): string[] {
  return [...new Set(lists.flat())];
}
