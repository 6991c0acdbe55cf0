import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents, currency, flag, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import type { RISK_FLAGS } from '../enums.ts';
import {
  FILE_STORAGES,
  PROOF_TYPES,
  REJECTION_CODES,
  SUBMISSION_STATUSES,
  VERIFICATION_STATUSES,
} from '../enums.ts';
import { businesses } from './businesses.ts';
import { campaigns } from './campaigns.ts';

export const submissions = sqliteTable(
  'submissions',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    campaignId: text('campaign_id').references(() => campaigns.id),
    programId: text('program_id'),
    actionId: text('action_id'),
    memberId: text('member_id'),
    /** A user ID, or the business's own reference for a customer. */
    userId: text('user_id').notNull(),
    /** Whether the user submitted it, rather than the business on their behalf. Submitting links the two. */
    submittedByPerson: flag('submitted_by_person').notNull().default(false),
    proofUrl: text('proof_url').notNull(),
    proofType: oneOf('proof_type', PROOF_TYPES).notNull(),
    /** SHA-256 of the normalized proof URL, to recognize duplicates. */
    proofHash: text('proof_hash').notNull(),
    /** SHA-256 of an uploaded file; null for other URLs. */
    imageHash: text('image_hash'),
    /** The uploaded proof; null for other URLs and after the upload was deleted. */
    uploadId: text('upload_id').references(() => uploads.id, { onDelete: 'set null' }),
    uploadMediaType: text('upload_media_type'),
    status: oneOf('status', SUBMISSION_STATUSES).notNull(),
    notes: text('notes'),
    handle: text('handle'),
    followers: integer('followers'),
    currency: currency(),
    /** The order value that the submitter declared or the review set. */
    orderValueCents: cents('order_value_cents'),
    /** Whether the business confirmed the order value in a review. */
    orderValueConfirmed: flag('order_value_confirmed').notNull().default(false),
    /** The part of the campaign's budget that the submission reserves (pending) or has spent (approved). */
    budgetCents: cents('budget_cents').notNull().default(0),
    rewardId: text('reward_id'),
    reason: text('reason'),
    rejectionCode: oneOf('rejection_code', REJECTION_CODES),
    reviewedAt: timestamp('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    reviewDueAt: timestamp('review_due_at'),
    reviewDueNotedAt: timestamp('review_due_noted_at'),
    /** Set if the last review overrode a rejection or reversed an approval. */
    reviewNote: text('review_note'),
    revision: integer('revision').notNull().default(1),
    resubmitOf: text('resubmit_of'),
    verificationStatus: oneOf('verification_status', VERIFICATION_STATUSES).notNull().default('unverified'),
    verificationChecks:
      json<{ name: string; passed: boolean; detail: string }[]>('verification_checks').notNull(),
    verifiedAt: timestamp('verified_at'),
    riskScore: integer('risk_score').notNull(),
    riskFlags: json<(typeof RISK_FLAGS)[number][]>('risk_flags').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    index('submissions_by_business').on(table.businessId, table.createdAt, table.id),
    index('submissions_by_business_status').on(table.businessId, table.status, table.createdAt, table.id),
    index('submissions_by_campaign').on(table.campaignId, table.createdAt, table.id),
    index('submissions_by_campaign_status').on(table.campaignId, table.status, table.createdAt, table.id),
    index('submissions_by_user').on(table.userId, table.createdAt, table.id),
    index('submissions_by_user_campaign').on(table.userId, table.campaignId, table.status),
    index('submissions_by_person').on(table.userId, table.businessId).where(sql`submitted_by_person = 1`),
    /** Few rows: proof of a person whose membership was merged. */
    index('submissions_by_other_member').on(table.memberId).where(sql`member_id <> user_id`),
    index('submissions_by_proof').on(table.campaignId, table.proofHash),
    index('submissions_by_program_proof')
      .on(table.programId, table.proofHash)
      .where(sql`program_id is not null`),
    index('submissions_by_image').on(table.businessId, table.imageHash).where(sql`image_hash is not null`),
    index('submissions_by_upload').on(table.uploadId).where(sql`upload_id is not null`),
    index('submissions_by_creation').on(table.createdAt, table.id),
    index('submissions_due')
      .on(table.reviewDueAt)
      .where(sql`status = 'pending' and review_due_noted_at is null`),
    /** For lists of decisions, newest first. */
    index('submissions_by_decision')
      .on(table.businessId, table.status, table.reviewedAt, table.id)
      .where(sql`status <> 'pending'`),
    index('submissions_resubmitted').on(table.resubmitOf).where(sql`resubmit_of is not null`),
    oneOfCheck('submissions_status', table.status, SUBMISSION_STATUSES),
    oneOfCheck('submissions_proof_type', table.proofType, PROOF_TYPES),
  ],
);

export const uploads = sqliteTable(
  'uploads',
  {
    id: id(),
    /** A user ID, or the business ID for an upload by API key. */
    ownerId: text('owner_id').notNull(),
    businessId: text('business_id'),
    mediaType: text('media_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    hash: text('hash').notNull(),
    createdAt: timestamp('created_at').notNull(),
    /**
     * When a record first referenced the upload. An upload without references is deleted after some time. A trigger
     * clears the value when the last submission that references the upload is deleted or loses the reference.
     */
    attachedAt: timestamp('attached_at'),
    /** The place of the file. */
    storage: oneOf('storage', FILE_STORAGES).notNull().default('folder'),
    /** Width times height; 0 for a file that is not an image. Null while an earlier version's file has its metadata. */
    pixels: integer('pixels'),
  },
  table => [
    index('uploads_by_owner').on(table.ownerId, table.createdAt),
    index('uploads_unattached').on(table.createdAt).where(sql`attached_at is null`),
    index('uploads_with_metadata').on(table.storage, table.id).where(sql`pixels is null`),
    oneOfCheck('uploads_storage', table.storage, FILE_STORAGES),
  ],
);

/**
 * Files to delete from a storage. A trigger adds a row for each deleted upload; moving an upload to another storage adds
 * one for the former storage.
 */
export const deletedUploads = sqliteTable(
  'deleted_uploads',
  { id: text('id').notNull(), storage: oneOf('storage', FILE_STORAGES).notNull() },
  table => [primaryKey({ columns: [table.id, table.storage] })],
);

/**
 * Files stored in the database, in parts that are written one by one, so that a large file does not block other work.
 * The times are before the bytes, because reading a column behind large bytes reads the bytes too.
 */
export const fileParts = sqliteTable(
  'file_parts',
  {
    key: text('key').notNull(),
    /** From 0; the first part is written last, so that a file with a first part is complete. */
    part: integer('part').notNull(),
    /** Number of parts of the file. */
    parts: integer('parts').notNull(),
    createdAt: timestamp('created_at').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  table => [primaryKey({ columns: [table.key, table.part] })],
);

export type SubmissionRow = typeof submissions.$inferSelect;
