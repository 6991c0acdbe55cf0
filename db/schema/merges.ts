import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents, flag, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { MEMBER_STATUSES, MERGED_KINDS } from '../enums.ts';
import { businesses } from './businesses.ts';
import { members, programs } from './programs.ts';

/** Merges of a member into another one of the same program, with what their undo restores. */
export const memberMerges = sqliteTable(
  'member_merges',
  {
    id: id(),
    programId: text('program_id')
      .notNull()
      .references(() => programs.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    /** The IDs of the members, and their references at the time. */
    fromKey: text('from_key')
      .notNull()
      .references(() => members.id),
    fromReference: text('from_reference').notNull(),
    intoKey: text('into_key')
      .notNull()
      .references(() => members.id),
    intoReference: text('into_reference').notNull(),
    /** The status of the merged member before. */
    fromStatus: oneOf('from_status', MEMBER_STATUSES).notNull(),
    fromEnrolledByPerson: flag('from_enrolled_by_person').notNull(),
    fromPhoneConfirmed: flag('from_phone_confirmed').notNull(),
    fromLastActivityAt: timestamp('from_last_activity_at'),
    intoLastActivityAt: timestamp('into_last_activity_at'),
    /** The fields that were empty and that the merged member filled. */
    filled: json<MergedField[]>('filled').notNull(),
    submissionCount: integer('submission_count').notNull(),
    /** Visits without a record of their own, such as opening balances. */
    otherVisits: integer('other_visits').notNull(),
    /** Cashback redeemed before redemptions were kept. */
    otherRedeemedCents: cents('other_redeemed_cents').notNull(),
    /** The goals of the merged member, and those of the other one before. */
    goals: json<MergedGoal[]>('goals').notNull(),
    intoGoals: json<MergedGoal[]>('into_goals').notNull(),
    /** Whether it can't be undone, because personal data of one of the members was erased. */
    isFinal: flag('is_final').notNull().default(false),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    undoneAt: timestamp('undone_at'),
  },
  table => [
    index('member_merges_by_from').on(table.fromKey, table.createdAt),
    index('member_merges_by_into').on(table.intoKey, table.createdAt),
    index('member_merges_by_reference').on(table.programId, table.fromReference),
    oneOfCheck('member_merges_status', table.fromStatus, MEMBER_STATUSES),
  ],
);

/** The records that a merge moved. */
export const mergedRecords = sqliteTable(
  'merged_records',
  {
    mergeId: text('merge_id')
      .notNull()
      .references(() => memberMerges.id),
    kind: oneOf('kind', MERGED_KINDS).notNull(),
    recordId: text('record_id').notNull(),
  },
  table => [
    primaryKey({ columns: [table.mergeId, table.kind, table.recordId] }),
    oneOfCheck('merged_records_kind', table.kind, MERGED_KINDS),
  ],
);

export type MergedField = 'name' | 'email' | 'phone' | 'unconfirmedPhone';

/** A member's state in a goal, with each completion. */
export interface MergedGoal {
  goalId: string;
  baseline: number;
  /** The time of the state, as in `member_goals`. */
  completedAt: string;
  completions: MergedCompletion[];
}

export interface MergedCompletion {
  consumed: number;
  rewardId: string | null;
  completedAt: string;
}

export type MergeRow = typeof memberMerges.$inferSelect;
