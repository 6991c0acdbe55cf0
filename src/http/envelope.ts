import { type TSchema, Type } from '@sinclair/typebox';
import { PROOF_METHODS, type ProofMethod } from '../../db/enums.ts';
import {
  type AppError,
  ERRORS,
  type ErrorDetail,
  type SignInChallenge,
  VALIDATION_RULES,
  type WaitingProposal,
} from '../errors.ts';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';

/** Returns the schema of a successful response: `{ success: true, data }`. */
export function ok<T extends TSchema>(data: T) {
  return Type.Object({ success: Type.Literal(true, { description: 'Always true' }), data });
}

export const Pagination = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    perPage: Type.Integer({ minimum: 1 }),
    total: Type.Integer({ minimum: 0 }),
    totalPages: Type.Integer({ minimum: 0 }),
    next: Nullable(Type.String({ description: 'Value of `after` for the following items; null at the end' })),
    previous: Nullable(
      Type.String({ description: 'Value of `before` for the preceding items; null at the start' }),
    ),
  },
  { $id: 'Pagination' },
);

/** Returns the schema of a list response: `data.items` and `data.pagination`. */
export function page<T extends TSchema>(item: T) {
  return ok(Type.Object({ items: Type.Array(item), pagination: Pagination }));
}

/** Returns the body of a successful response. */
export function success<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

const ErrorCode = oneOf(Object.keys(ERRORS), {
  $id: 'ErrorCode',
  description: 'Machine-readable error code',
});

const LimitOfRule = Type.Union([Type.Number(), Type.String({ format: 'date-time' })], {
  description: 'The limit of a rule that has one: a number, or a time for `future` and `after`',
});
const AllowedValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** The schema of an invalid field in an error response. */
const ErrorDetailModel = Type.Object(
  {
    field: Type.String({
      description: 'The field, such as reward.value, or body for the whole request body',
    }),
    issue: Type.String({ description: 'What is wrong with the field, for people' }),
    rule: oneOf(Object.keys(VALIDATION_RULES), {
      $id: 'ValidationRule',
      description: Object.entries(VALIDATION_RULES)
        .map(([rule, { about }]) => `- \`${rule}\`: ${about}.`)
        .join('\n'),
    }),
    limit: Type.Optional(LimitOfRule),
    allowed: Type.Optional(
      Type.Array(AllowedValue, { description: 'The accepted values of the rule `enum`' }),
    ),
  },
  { $id: 'ErrorDetail' },
);

/** The schema of a login that waits for the second factor, or a request that waits for a proof of identity. */
const SignInChallengeModel = Type.Object(
  {
    token: Type.String({
      description: 'The `challenge` of the action secondFactor or confirmIdentity of POST /auth',
    }),
    expiresIn: Type.Integer({ description: 'Lifetime of the token, in seconds' }),
    methods: Type.Optional(
      Type.Array(oneOf(PROOF_METHODS), {
        description:
          'What the account can confirm its identity with: `app` and `email` are sources of `code`. Empty if only a new login does',
      }),
    ),
  },
  { $id: 'SignInChallenge', description: 'With SECOND_FACTOR_REQUIRED and RECENT_PROOF_REQUIRED only' },
);

/** The schema of every error response. */
export const Failure = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: ErrorCode,
      message: Type.String({ description: 'Human-readable error message' }),
      details: Type.Optional(
        Type.Array(ErrorDetailModel, { description: 'The invalid fields, with the rule that each violates' }),
      ),
      challenge: Type.Optional(SignInChallengeModel),
      proposal: Type.Optional(
        Type.Object(
          { id: Id(), expiresAt: Timestamp() },
          { description: 'With APPROVAL_REQUIRED only: what a person decides about' },
        ),
      ),
    }),
  },
  { $id: 'Failure' },
);

interface FailureBody {
  success: false;
  error: {
    code: string;
    message: string;
    details?: ErrorDetail[];
    challenge?: { token: string; expiresIn: number; methods?: ProofMethod[] };
    proposal?: WaitingProposal;
  };
}

function failure({ code, message, details, challenge, proposal }: AppError): FailureBody {
  return {
    success: false,
    error: {
      code,
      message,
      ...(details && { details }),
      ...(challenge && { challenge: toChallenge(challenge) }),
      ...(proposal && { proposal }),
    },
  };
}

function toChallenge({ expiresInSeconds: expiresIn, ...challenge }: SignInChallenge) {
  return { ...challenge, expiresIn };
}

/** Creates the HTTP response for an AppError, with `data` only while the database is being migrated. */
export function failureResponse(error: AppError, data?: object): Response {
  const headers = new Headers();
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) headers.set('Retry-After', String(error.retryAfterSeconds));
  return Response.json({ ...failure(error), ...(data && { data }) }, { status: error.status, headers });
}
