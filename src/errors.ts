/**
 * Every way a request can be refused: one table for the HTTP status, the API description, the CLI exit code
 * and (through the document) the Python exception class.
 *
 * Exit codes: 1 failure · 2 usage or invalid input · 3 credential or permission · 4 not found ·
 * 5 conflict or locked · 6 rate limited or unreachable · 7 a check failed.
 */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, exit: 2, about: 'A field is missing, of the wrong type or out of range' },
  INVALID_JSON: { status: 400, exit: 2, about: 'The body is not well-formed JSON' },
  UNSUPPORTED_PLATFORM: { status: 400, exit: 2, about: 'This platform cannot be connected' },
  INVALID_OAUTH_STATE: { status: 400, exit: 2, about: 'The connection state is unknown, used or expired' },
  AMBIGUOUS_CREDENTIALS: { status: 400, exit: 2, about: 'The request carries two different credentials' },

  UNAUTHENTICATED: { status: 401, exit: 3, about: 'A valid credential is needed' },
  INVALID_CREDENTIALS: { status: 401, exit: 3, about: 'Email or password is wrong' },
  TOKEN_EXPIRED: { status: 401, exit: 3, about: 'The token has expired' },
  TOKEN_REUSED: { status: 401, exit: 3, about: 'The refresh token was used before or revoked' },
  INVALID_API_KEY: { status: 401, exit: 3, about: 'The API key is unknown, malformed or revoked' },
  INVALID_SIGNATURE: { status: 401, exit: 3, about: 'The signature is missing or does not match' },
  TIMESTAMP_EXPIRED: { status: 401, exit: 3, about: 'The signed time is more than 5 minutes away' },

  PLAN_LIMIT: { status: 402, exit: 5, about: 'Plan limit reached' },

  FORBIDDEN: { status: 403, exit: 3, about: "You don't have permission to do this" },
  INSUFFICIENT_SCOPE: { status: 403, exit: 3, about: 'The API key lacks the scope this needs' },
  NOT_ELIGIBLE: { status: 403, exit: 3, about: 'The caller does not meet the requirements' },
  MEMBER_SUSPENDED: { status: 403, exit: 3, about: 'The membership is suspended or has ended' },
  NOT_ENROLLED: { status: 403, exit: 3, about: 'The caller is not enrolled on the exchange' },

  NOT_FOUND: { status: 404, exit: 4, about: 'No such route or record' },
  METHOD_NOT_ALLOWED: { status: 405, exit: 2, about: 'The path does not take this method' },
  PAYLOAD_TOO_LARGE: { status: 413, exit: 2, about: 'The body is larger than allowed' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, exit: 2, about: 'Unsupported content type' },

  CONFLICT: { status: 409, exit: 5, about: 'The request conflicts with the current state of the record' },
  INVALID_TRANSITION: {
    status: 409,
    exit: 5,
    about: 'Invalid state transition',
  },
  ALREADY_REVIEWED: { status: 409, exit: 5, about: 'The submission was reviewed before' },
  ALREADY_ENROLLED: { status: 409, exit: 5, about: 'The member is enrolled already' },
  DUPLICATE_SUBMISSION: { status: 409, exit: 5, about: 'The same proof was submitted before' },
  DUPLICATE_ORDER: { status: 409, exit: 5, about: 'The order earned cashback before' },
  CAMPAIGN_NOT_ACTIVE: { status: 409, exit: 5, about: 'The campaign is not accepting submissions' },
  CAMPAIGN_LOCKED: {
    status: 409,
    exit: 5,
    about: 'Reward and requirements are frozen once proof was submitted',
  },
  LIMIT_REACHED: {
    status: 409,
    exit: 5,
    about: 'A limit of the campaign, the program or a balance is reached',
  },
  BUDGET_EXHAUSTED: { status: 409, exit: 5, about: 'The budget does not cover another reward' },
  SELF_TRADE: { status: 409, exit: 5, about: 'The order belongs to the caller' },
  ORDER_NOT_AVAILABLE: { status: 409, exit: 5, about: 'The order is closed or has insufficient quantity' },
  PROGRAM_NOT_ACTIVE: { status: 409, exit: 5, about: 'The program is paused or ended' },
  PROGRAM_HAS_MEMBERS: { status: 409, exit: 5, about: 'A program with members cannot be deleted' },
  EMAIL_TAKEN: { status: 409, exit: 5, about: 'The email address is registered already' },
  INFLUENCER_EXISTS: { status: 409, exit: 5, about: 'The influencer is listed already' },
  REWARD_NOT_REDEEMABLE: { status: 409, exit: 5, about: 'The reward was redeemed, voided or has expired' },
  IDEMPOTENCY_CONFLICT: { status: 409, exit: 5, about: 'The idempotency key was used for another request' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    exit: 5,
    about: 'A request with this idempotency key is still in progress',
  },

  ORDER_VALUE_REQUIRED: { status: 422, exit: 2, about: 'A percentage reward needs the order value' },
  INSUFFICIENT_BALANCE: { status: 422, exit: 5, about: 'The balance does not cover the amount' },
  NO_LIQUIDITY: { status: 422, exit: 5, about: 'No liquidity on the other side of the book' },
  NOT_A_MEMBER: { status: 422, exit: 5, about: 'The person is not a member of the program' },

  RATE_LIMITED: { status: 429, exit: 6, about: 'Too many requests; Retry-After says when to try again' },

  INTERNAL_ERROR: { status: 500, exit: 1, about: 'Internal server error' },
  NOT_CONFIGURED: { status: 501, exit: 2, about: 'This installation has not configured the feature' },
  UPSTREAM_FAILED: { status: 502, exit: 6, about: 'A service we depend on failed' },
  UNAVAILABLE: {
    status: 503,
    exit: 6,
    about: 'Busy, draining or out of disk; Retry-After says when to try again',
  },
} as const satisfies Record<string, { status: number; exit: number; about: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One field that was refused and what was expected of it, e.g. `{ field: 'reward.value', issue: 'is required' }`. */
export interface ErrorDetail {
  field: string;
  issue: string;
}

export interface ErrorOptions {
  details?: ErrorDetail[];
  /** What went wrong inside; logged with the request id, never sent. */
  cause?: unknown;
  /** For RATE_LIMITED and UNAVAILABLE: sent as Retry-After. */
  retryAfterSeconds?: number;
}

/** The only error that domain code throws. `message` is public: it names the field, never an internal. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A refused field, in the shape every VALIDATION_ERROR has. */
export function invalid(field: string, issue: string): AppError {
  return new AppError('VALIDATION_ERROR', `${field} ${issue}`, { details: [{ field, issue }] });
}

/** The one answer for absent and foreign records alike. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Record not found');
}
