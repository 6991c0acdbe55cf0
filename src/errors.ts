import type { ProofMethod } from '../db/enums.ts';

/**
 * The error codes of the API, with their HTTP status, description and CLI exit code. The OpenAPI document and the
 * exception classes of the Python client are generated from this table.
 *
 * Exit codes: 1 failure · 2 usage or invalid input · 3 credential or permission · 4 not found ·
 * 5 conflict or locked · 6 rate limited or unreachable · 7 a check failed.
 */
export const ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    exit: 2,
    about: 'A field is missing, has the wrong type or is out of range',
  },
  INVALID_JSON: { status: 400, exit: 2, about: 'The request body is not valid JSON' },
  UNSUPPORTED_PLATFORM: { status: 400, exit: 2, about: 'Connecting this platform is not supported' },
  INVALID_OAUTH_STATE: { status: 400, exit: 2, about: 'The OAuth state is invalid, already used or expired' },
  AMBIGUOUS_CREDENTIALS: { status: 400, exit: 2, about: 'The request contains two different credentials' },

  UNAUTHENTICATED: { status: 401, exit: 3, about: 'The request requires a valid credential' },
  INVALID_CREDENTIALS: { status: 401, exit: 3, about: 'The email or password is incorrect' },
  SECOND_FACTOR_REQUIRED: { status: 401, exit: 3, about: 'Continue the login with `error.challenge`' },
  RECENT_PROOF_REQUIRED: { status: 401, exit: 3, about: 'Confirm your identity with `error.challenge`' },
  TOKEN_EXPIRED: { status: 401, exit: 3, about: 'The token has expired' },
  TOKEN_REUSED: { status: 401, exit: 3, about: 'The refresh token was already used or has been revoked' },
  INVALID_API_KEY: { status: 401, exit: 3, about: 'The API key is unknown, malformed or revoked' },
  INVALID_SIGNATURE: { status: 401, exit: 3, about: "The signature is missing or doesn't match" },
  TIMESTAMP_EXPIRED: { status: 401, exit: 3, about: 'The time of the signature is more than 5 minutes off' },

  PLAN_LIMIT: { status: 402, exit: 5, about: "The business's plan limit has been reached" },

  FORBIDDEN: { status: 403, exit: 3, about: "The caller doesn't have permission for this operation" },
  APPROVAL_REQUIRED: {
    status: 403,
    exit: 3,
    about: 'The request of an agent waits for a person to approve it',
  },
  INSUFFICIENT_SCOPE: { status: 403, exit: 3, about: "The API key doesn't have the required scope" },
  NOT_ELIGIBLE: { status: 403, exit: 3, about: "The caller doesn't meet the requirements" },
  MEMBER_SUSPENDED: { status: 403, exit: 3, about: 'The membership is suspended or has ended' },
  NOT_ENROLLED: { status: 403, exit: 3, about: "The caller isn't enrolled in the exchange" },

  NOT_FOUND: { status: 404, exit: 4, about: 'The route or record was not found' },
  METHOD_NOT_ALLOWED: { status: 405, exit: 2, about: 'The path does not support this method' },
  PAYLOAD_TOO_LARGE: { status: 413, exit: 2, about: 'The request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, exit: 2, about: 'The content type is not supported' },

  CONFLICT: { status: 409, exit: 5, about: 'The request conflicts with the current state of the record' },
  INVALID_TRANSITION: {
    status: 409,
    exit: 5,
    about: 'The record cannot change from its current state to the requested one',
  },
  ALREADY_REVIEWED: { status: 409, exit: 5, about: 'The submission has already been reviewed' },
  ALREADY_ENROLLED: { status: 409, exit: 5, about: 'The member is already enrolled' },
  DUPLICATE_SUBMISSION: { status: 409, exit: 5, about: 'The same proof has already been submitted' },
  DUPLICATE_ORDER: {
    status: 409,
    exit: 5,
    about: 'The order has already earned cashback or was recorded with a visit',
  },
  CAMPAIGN_NOT_ACTIVE: { status: 409, exit: 5, about: 'The campaign is not accepting submissions' },
  CAMPAIGN_LOCKED: {
    status: 409,
    exit: 5,
    about: "The reward and requirements can't be changed after the first submission",
  },
  LIMIT_REACHED: {
    status: 409,
    exit: 5,
    about: 'A limit of a campaign, program, member or balance has been reached',
  },
  BUDGET_EXHAUSTED: { status: 409, exit: 5, about: "The remaining budget doesn't cover another reward" },
  SELF_TRADE: { status: 409, exit: 5, about: 'The order belongs to the caller' },
  ORDER_NOT_AVAILABLE: { status: 409, exit: 5, about: 'The order is closed or has insufficient quantity' },
  PROGRAM_NOT_ACTIVE: { status: 409, exit: 5, about: 'The program is paused or has ended' },
  PROGRAM_HAS_MEMBERS: { status: 409, exit: 5, about: "A program with members can't be deleted" },
  EMAIL_TAKEN: { status: 409, exit: 5, about: 'The email address is already registered' },
  INFLUENCER_EXISTS: { status: 409, exit: 5, about: 'The influencer is already listed' },
  REWARD_NOT_REDEEMABLE: {
    status: 409,
    exit: 5,
    about: 'The reward has been redeemed, voided or has expired',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    exit: 5,
    about: 'The idempotency key was already used for a different request',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    exit: 5,
    about: 'A request with this idempotency key is still in progress',
  },

  ORDER_VALUE_REQUIRED: { status: 422, exit: 2, about: 'A percentage reward requires orderValue' },
  INSUFFICIENT_BALANCE: { status: 422, exit: 5, about: 'The balance is insufficient' },
  NO_LIQUIDITY: { status: 422, exit: 5, about: 'The order book has no matching orders' },
  NOT_A_MEMBER: { status: 422, exit: 5, about: 'The user is not a member of the program' },

  RATE_LIMITED: {
    status: 429,
    exit: 6,
    about: 'Too many requests; wait the number of seconds in Retry-After',
  },

  INTERNAL_ERROR: { status: 500, exit: 1, about: 'The server failed unexpectedly' },
  NOT_CONFIGURED: { status: 501, exit: 2, about: "The feature isn't configured on this installation" },
  UPSTREAM_FAILED: { status: 502, exit: 6, about: 'An upstream service failed' },
  UNAVAILABLE: {
    status: 503,
    exit: 6,
    about:
      'The server is overloaded, migrating its database, shutting down or out of disk space; wait the number of seconds in Retry-After',
  },
} as const satisfies Record<string, { status: number; exit: number; about: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The rules that an invalid field can violate, named after the JSON Schema keywords where one exists. `bound` is what
 * an error detail holds in addition: a number or an ISO time as `limit`, or the accepted values as `allowed`.
 */
export const VALIDATION_RULES = {
  required: { bound: 'none', about: 'The field is missing' },
  type: { bound: 'none', about: 'The value has the wrong type' },
  enum: { bound: 'list', about: 'The value is not one of `allowed`' },
  format: {
    bound: 'none',
    about: 'The value is not in the expected format, such as a URL, a date or an amount with two decimals',
  },
  pattern: { bound: 'none', about: 'The text does not match the required pattern' },
  minLength: {
    bound: 'number',
    about: 'The text is shorter than `limit` characters, or the file than `limit` bytes',
  },
  maxLength: {
    bound: 'number',
    about: 'The text is longer than `limit` characters, or the JSON than `limit` bytes',
  },
  minItems: { bound: 'number', about: 'The array has fewer than `limit` items' },
  maxItems: { bound: 'number', about: 'The array or file has more than `limit` items' },
  minimum: { bound: 'number', about: 'The number is too small; `limit` is the minimum' },
  maximum: {
    bound: 'number',
    about: 'The number, the nesting depth or the total with this request is greater than `limit`',
  },
  unique: { bound: 'none', about: 'The value is repeated or already in use' },
  future: { bound: 'time', about: 'The time is not later than `limit`, the time of the request' },
  unknown: { bound: 'none', about: 'The name is unknown, or the referenced record does not exist' },
  conflict: {
    bound: 'none',
    about:
      'The value conflicts with another field, or is not allowed for this caller, record or installation',
  },
} as const satisfies Record<string, { bound: keyof Bounds; about: string }>;

interface Bounds {
  none: object;
  number: { limit: number };
  time: { limit: string };
  list: { allowed: readonly (string | number | boolean | null)[] };
}

export type ValidationRule = keyof typeof VALIDATION_RULES;

/** A violated rule with its limit or its allowed values. */
export type Violation = {
  [R in ValidationRule]: { rule: R } & Bounds[(typeof VALIDATION_RULES)[R]['bound']];
}[ValidationRule];

/** A rule with neither a limit nor a list of allowed values. */
type UnboundedRule = {
  [R in ValidationRule]: (typeof VALIDATION_RULES)[R]['bound'] extends 'none' ? R : never;
}[ValidationRule];

/** A rule whose limit is a number. */
export type NumericRule = {
  [R in ValidationRule]: (typeof VALIDATION_RULES)[R]['bound'] extends 'number' ? R : never;
}[ValidationRule];

/** An invalid field: the issue for people, the violated rule for programs. */
export type ErrorDetail = { field: string; issue: string } & Violation;

interface ErrorOptions {
  details?: ErrorDetail[];
  /** The internal cause: logged with the request ID, never sent to the client. */
  cause?: unknown;
  /** Sent as Retry-After with RATE_LIMITED and UNAVAILABLE. */
  retryAfterSeconds?: number;
  /** Sent with SECOND_FACTOR_REQUIRED and RECENT_PROOF_REQUIRED. */
  challenge?: SignInChallenge | undefined;
  /** Sent with APPROVAL_REQUIRED. */
  proposal?: WaitingProposal;
}

/** The proposal that waits for a person. */
export interface WaitingProposal {
  id: string;
  expiresAt: string;
}

/** A login that continues with a second factor, or a request that continues after a proof of identity. */
export interface SignInChallenge {
  token: string;
  expiresInSeconds: number;
  /** The methods that the account can use; for a proof of identity. */
  methods?: ProofMethod[];
}

/** The only error class that domain code throws. Its message is sent to the client and must not reveal internals. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: SignInChallenge | undefined;
  readonly proposal: WaitingProposal | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
    this.proposal = options.proposal;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/**
 * Creates the VALIDATION_ERROR for one invalid field.
 * @param issue completes a sentence that begins with the field: "must be in the future"
 */
export function invalid(field: string, issue: string, violation: UnboundedRule | Violation): AppError {
  const violated: Violation = typeof violation === 'string' ? { rule: violation } : violation;
  return new AppError('VALIDATION_ERROR', `${field} ${issue}`, { details: [{ field, issue, ...violated }] });
}

/** Names of records in messages. */
const RECORDS = {
  adjustment: 'correction',
  apiKey: 'API key',
  app: 'connected app',
  business: 'business',
  campaign: 'campaign',
  cashback: 'cashback',
  connection: 'connection',
  delivery: 'delivery',
  device: 'device',
  event: 'event',
  exportLink: 'export link',
  file: 'file',
  guide: 'guide',
  influencer: 'influencer',
  integration: 'integration',
  import: 'import',
  invoice: 'invoice',
  logo: 'logo',
  member: 'member',
  membership: 'membership',
  claimCode: 'code',
  notification: 'notification',
  order: 'order',
  pass: 'pass',
  passkey: 'passkey',
  perk: 'perk',
  place: 'place',
  program: 'program',
  proposal: 'proposal',
  redemption: 'cashback redemption',
  reward: 'reward',
  route: 'route',
  session: 'session',
  shop: 'shop',
  shopOrder: 'purchase',
  submission: 'submission',
  suggestion: 'suggestion',
  upload: 'upload',
  user: 'user',
  visit: 'visit',
  walletOwner: 'wallet owner',
  webhook: 'webhook',
} as const;

type RecordKind = keyof typeof RECORDS;

/** A kind of record, and the field of the request that refers to one: `id` by default, as in most paths. */
export type RecordReference = RecordKind | { kind: RecordKind; field: string };

/** Creates the NOT_FOUND error, which is the same for absent records and for those of another business. */
export function notFound(reference: RecordReference): AppError {
  const { kind, field } = typeof reference === 'string' ? { kind: reference, field: 'id' } : reference;
  const name = RECORDS[kind];
  const details = [{ field, issue: `must refer to an existing ${name}`, rule: 'unknown' as const }];
  return new AppError('NOT_FOUND', `${name.charAt(0).toUpperCase()}${name.slice(1)} not found`, { details });
}

/** Requirements that a caller can fail, as the field of an error detail. */
type Requirement =
  | 'role'
  | 'position'
  | 'authMethod'
  | 'scopes'
  | 'origin'
  | 'testMode'
  | 'secondFactor'
  | 'mandate';

/** Creates the FORBIDDEN error of a caller who lacks one of the allowed values, which its detail names. */
export function forbidden(requirement: Requirement, message: string, allowed: readonly string[]): AppError {
  return new AppError('FORBIDDEN', message, { details: [lacking(requirement, allowed)] });
}

/** Returns the detail that names what the caller lacks. */
export function lacking(requirement: Requirement, allowed: readonly string[]): ErrorDetail {
  return { field: requirement, issue: `must be ${allowed.join(' or ')}`, rule: 'enum', allowed };
}
