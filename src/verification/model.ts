import { type Static, Type } from '@sinclair/typebox';
import { SUBMISSION_STATUSES, VERIFICATION_RESULTS } from '../../db/enums.ts';
import type { Violation } from '../errors.ts';
import {
  customType,
  DateTime,
  HttpUrl,
  Id,
  MAX,
  Nullable,
  oneOf,
  Text,
  VIOLATION,
} from '../platform/schema.ts';
import { Submission } from '../submissions/model.ts';

const MAX_SCORE = 100;
const MAX_FOLLOWERS = 10_000_000_000;
/** Posts can have more hashtags than a campaign requires. */
const MAX_HASHTAGS = 300;

const Metrics = customType<Record<string, unknown>>(
  'Metrics',
  {
    type: 'object',
    additionalProperties: true,
    description: 'Post metrics, as named by the provider',
    [VIOLATION]: { rule: 'maxLength', limit: MAX.metadataBytes } satisfies Violation,
  },
  `an object of at most ${MAX.metadataBytes} bytes`,
  (_schema, value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Buffer.byteLength(JSON.stringify(value)) <= MAX.metadataBytes,
);

export const Evidence = Type.Object(
  {
    url: Type.Optional(Nullable(HttpUrl())),
    handle: Type.Optional(Nullable(Text(MAX.name))),
    publishedAt: Type.Optional(Nullable(DateTime())),
    followers: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAX_FOLLOWERS }))),
    hashtags: Type.Optional(Nullable(Type.Array(Text(MAX.hashtag), { maxItems: MAX_HASHTAGS }))),
    metrics: Type.Optional(Nullable(Metrics)),
  },
  { $id: 'Evidence' },
);
export type Evidence = Static<typeof Evidence>;

export const VerificationResult = Type.Object(
  {
    id: Text(MAX.id, { description: "The provider's event ID; repeated events are ignored" }),
    submissionId: Id(),
    provider: Text(MAX.name),
    result: oneOf(VERIFICATION_RESULTS),
    score: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: MAX_SCORE }))),
    evidence: Type.Optional(Nullable(Evidence)),
  },
  { $id: 'VerificationResult' },
);
export type VerificationResult = Static<typeof VerificationResult>;

const { verification } = Submission.properties;

export const VerificationReceipt = Type.Union(
  [
    Type.Object({
      received: Type.Literal(true),
      submissionId: Id(),
      status: oneOf(SUBMISSION_STATUSES, { description: 'Submission status' }),
      verification,
    }),
    Type.Object({ received: Type.Literal(true), duplicate: Type.Literal(true) }),
  ],
  { $id: 'VerificationReceipt' },
);
export type VerificationReceipt = Static<typeof VerificationReceipt>;
