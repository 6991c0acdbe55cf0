import { type Static, Type } from '@sinclair/typebox';
import { customType, Id, MAX, Nullable, Timestamp, VIOLATION } from '../platform/schema.ts';

/** Maximum links per business. */
export const MAX_LINKS = 100;
/** Operations besides lists that a link can answer. */
export const FEEDS = ['getCalendar'];
/** Parameters of lists that a link has itself, or that select a page. */
export const RESERVED = ['format', 'strict', 'page', 'perPage', 'after', 'before'];
const MAX_PARAMETERS = 30;
const MAX_NAME_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;
const NAME = /^[A-Za-z][A-Za-z0-9]*$/;
const QUERY_ABOUT =
  'The parameters of the list, as in its URL, such as status and createdFrom, and those of its path, such as id. Also bom, but no page';

/** Input: the parameters of a list. */
const Query = customType<Record<string, string>>(
  'ListParameters',
  {
    type: 'object',
    // Elysia's copy of a body requires it.
    properties: {},
    additionalProperties: { type: 'string', maxLength: MAX_VALUE_LENGTH },
    description: QUERY_ABOUT,
    examples: [{ status: 'approved', createdFrom: '2026-06-01T00:00:00Z' }],
    [VIOLATION]: { rule: 'format' },
  },
  `an object of up to ${MAX_PARAMETERS} parameters, each a text of up to ${MAX_VALUE_LENGTH} characters`,
  (_schema, value) => isQuery(value),
);

function isQuery(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= MAX_PARAMETERS && entries.every(isParameter);
}

function isParameter([name, value]: [string, unknown]): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    NAME.test(name) &&
    typeof value === 'string' &&
    value.length <= MAX_VALUE_LENGTH &&
    !value.includes('\u0000')
  );
}

const OPERATION_ID = Type.String({
  minLength: 1,
  maxLength: MAX.name,
  description: 'The operation ID of a list, such as listSubmissions, or getCalendar',
  examples: ['listSubmissions'],
});

export const NewExportLink = Type.Object(
  {
    operationId: OPERATION_ID,
    query: Type.Optional(Query),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'NewExportLink' },
);
export type NewExportLink = Static<typeof NewExportLink>;

const linkFields = {
  id: Id(),
  operationId: OPERATION_ID,
  query: Type.Record(Type.String(), Type.String(), {
    description: 'The parameters of the list',
    examples: [{ status: 'approved', createdFrom: '2026-06-01T00:00:00Z' }],
  }),
  last4: Type.String({ description: 'The last characters of the URL' }),
  createdBy: Type.String({
    description: 'The user or API key whose rights the link has; cli for the command line',
  }),
  createdAt: Timestamp(),
  lastUsedAt: Nullable(Timestamp()),
};

export const ExportLink = Type.Object(linkFields, { $id: 'ExportLink' });
export type ExportLink = Static<typeof ExportLink>;

/** A link in events, which keep no filters: they can name a person, and events stay after the link is revoked. */
export const RecordedExportLink = Type.Omit(ExportLink, ['query'], { $id: 'RecordedExportLink' });
export type RecordedExportLink = Static<typeof RecordedExportLink>;

export const IssuedExportLink = Type.Object(
  {
    ...linkFields,
    url: Type.String({
      format: 'uri',
      description: 'Answers the list as CSV, or the calendar, to everyone who has it; returned only once',
      examples: ['https://perks.bluecup.example/api/v1/exports/Zk3vT8qLm2XwR5nYb7Hc4JdP9sGfRtXv'],
    }),
  },
  { $id: 'IssuedExportLink' },
);
export type IssuedExportLink = Static<typeof IssuedExportLink>;

export const RevokedExportLink = Type.Object(
  { id: Id(), deleted: Type.Literal(true) },
  { $id: 'RevokedExportLink' },
);
