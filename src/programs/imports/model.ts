import { type Static, Type } from '@sinclair/typebox';
import { IMPORT_FORMATS, IMPORT_KINDS, IMPORT_STATUSES } from '../../../db/enums.ts';
import { CurrencyCode, Id, Nullable, oneOf, Text, Timestamp } from '../../platform/schema.ts';

/** The largest file. It is stored on disk while it is read, so its size does not matter for memory. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;
/** Characters of a mapping as JSON. */
const MAX_MAPPING_CHARS = 5_000;
/** Rejected rows that an import names. */
export const MAX_ERRORS = 500;
/** Rejected rows that an item of a list names. */
export const MAX_LISTED_ERRORS = 10;

/** The fields of the form besides the file. */
export const importOptions = {
  kind: oneOf(IMPORT_KINDS),
  programId: Id('The program that the members join'),
  mapping: Type.Optional(
    Text(MAX_MAPPING_CHARS, {
      description:
        'JSON object with the field of columns that are not recognized, by name: {"Kundennr.": "memberId"}. Fields: name, firstName, lastName, email, phone, memberId, points, visits, cashback, spend, rewards, joinedAt, lastVisitAt, ignore',
      examples: ['{"Customer no.":"memberId"}'],
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Only check the rows' })),
};

/** The options of an import, without the file. */
export interface ImportOptions {
  kind: (typeof IMPORT_KINDS)[number];
  programId: string;
  mapping?: string;
  dryRun?: boolean;
}

export const Import = Type.Object(
  {
    id: Id(),
    businessId: Id(),
    programId: Id(),
    kind: oneOf(IMPORT_KINDS),
    format: oneOf(IMPORT_FORMATS, { description: 'The system whose header row was recognized' }),
    status: oneOf(IMPORT_STATUSES, {
      description: 'A failed import was interrupted; import the file again to complete it',
    }),
    dryRun: Type.Boolean(),
    mapping: Type.Record(Type.String(), Type.String(), {
      description: 'The field of each used column, by its name in the file',
    }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percentage of the file that was read' }),
    rows: Type.Integer({ description: 'Rows read so far, without the header row and empty rows' }),
    created: Type.Integer({ description: 'Members that were created; for a dry run, that would be created' }),
    updated: Type.Integer({ description: 'Existing members that were changed' }),
    unchanged: Type.Integer({ description: 'Existing members that already had all values' }),
    failed: Type.Integer({ description: 'Rejected rows' }),
    errors: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Counted from 1; the header row is line 1' }),
        column: Nullable(Type.String({ description: 'Name of the column; null for the row as a whole' })),
        issue: Type.String(),
      }),
      { description: `The first ${MAX_ERRORS} rejected rows; in lists the first ${MAX_LISTED_ERRORS}` },
    ),
    currency: CurrencyCode(),
    totals: Type.Object(
      {
        points: Type.Integer(),
        visits: Type.Integer(),
        cashback: Type.Number(),
        spend: Type.Number(),
        rewards: Type.Integer(),
      },
      { description: 'Opening balances that were added' },
    ),
    undone: Type.Boolean(),
    kept: Type.Integer({ description: 'Members that the undo left as they are, because they had changed' }),
    createdAt: Timestamp(),
    completedAt: Nullable(Timestamp()),
    undoneAt: Nullable(Timestamp()),
  },
  { $id: 'Import' },
);
export type Import = Static<typeof Import>;

export const ImportUndo = Type.Object(
  {
    keepChanged: Type.Optional(
      Type.Boolean({
        description:
          'Leave members who have acted or changed since the import as they are, instead of rejecting the request',
      }),
    ),
  },
  { $id: 'ImportUndo', examples: [{ keepChanged: true }] },
);
export type ImportUndo = Static<typeof ImportUndo>;
