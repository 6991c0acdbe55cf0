import { primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { VERIFICATION_RESULTS } from '../enums.ts';
import { submissions } from './submissions.ts';

/** Verification results from providers. Never deleted, so that a repeated result is always recognized by its ID. */
export const verificationResults = sqliteTable(
  'verification_results',
  {
    provider: text('provider').notNull(),
    /** The provider's ID of the result. */
    id: text('id').notNull(),
    submissionId: text('submission_id')
      .notNull()
      .references(() => submissions.id),
    result: oneOf('result', VERIFICATION_RESULTS).notNull(),
    score: real('score'),
    evidence: json<Record<string, unknown>>('evidence'),
    receivedAt: timestamp('received_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.provider, table.id] }),
    oneOfCheck('verification_results_result', table.result, VERIFICATION_RESULTS),
  ],
);
