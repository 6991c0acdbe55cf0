/**
 * Every way a request can be refused: one table for the HTTP status, the API description, the CLI exit code
 * and (through the document) the Python exception class.
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

  UNAUTHENTICATED: { status: 401, exit: 3, about: 'A valid credential is required' },
  INVALID_CREDENTIALS: { status: 401, exit: 3, about: 'Incorrect email or password' },
  TOKEN_EXPIRED: { status: 401, exit: 3, about: 'The token has expired' },
  TOKEN_REUSED: { status: 401, exit: 3, about: 'The refresh token was already used or has been revoked' },
  INVALID_API_KEY: { status: 401, exit: 3, about: 'The API key is unknown, malformed or revoked' },
  INVALID_SIGNATURE: { status: 401, exit: 3, about: "The signature is missing or doesn't match" },
  TIMESTAMP_EXPIRED: {
    status: 401,
    exit: 3,
    about: 'The signature timestamp is more than 5 minutes from the current time',
  },

  PLAN_LIMIT: { status: 402, exit: 5, about: 'Plan limit reached' },

  FORBIDDEN: { status: 403, exit: 3, about: "You don't have permission to do this" },
  INSUFFICIENT_SCOPE: { status: 403, exit: 3, about: "The API key doesn't have the required scope" },
  NOT_ELIGIBLE: { status: 403, exit: 3, about: "The caller doesn't meet the requirements" },
  MEMBER_SUSPENDED: { status: 403, exit: 3, about: 'The membership is suspended or has ended' },
  NOT_ENROLLED: { status: 403, exit: 3, about: "The caller isn't enrolled in the exchange" },

  NOT_FOUND: { status: 404, exit: 4, about: 'Route or record not found' },
  METHOD_NOT_ALLOWED: { status: 405, exit: 2, about: 'Method not allowed for this path' },
  PAYLOAD_TOO_LARGE: { status: 413, exit: 2, about: 'The request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, exit: 2, about: 'Unsupported content type' },

  CONFLICT: { status: 409, exit: 5, about: 'The request conflicts with the current state of the record' },
  INVALID_TRANSITION: {
    status: 409,
    exit: 5,
    about: 'Invalid state transition',
  },
  ALREADY_REVIEWED: { status: 409, exit: 5, about: 'The submission has already been reviewed' },
  ALREADY_ENROLLED: { status: 409, exit: 5, about: 'The member is already enrolled' },
  DUPLICATE_SUBMISSION: { status: 409, exit: 5, about: 'The same proof has already been submitted' },
  DUPLICATE_ORDER: { status: 409, exit: 5, about: 'The order has already earned cashback' },
  CAMPAIGN_NOT_ACTIVE: { status: 409, exit: 5, about: 'The campaign is not accepting submissions' },
  CAMPAIGN_LOCKED: {
    status: 409,
    exit: 5,
    about: "The reward and requirements can't be changed after the first submission",
  },
  LIMIT_REACHED: {
    status: 409,
    exit: 5,
    about: 'A campaign, program or balance limit has been reached',
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
  INSUFFICIENT_BALANCE: { status: 422, exit: 5, about: 'Insufficient balance' },
  NO_LIQUIDITY: { status: 422, exit: 5, about: 'No liquidity on the other side of the book' },
  NOT_A_MEMBER: { status: 422, exit: 5, about: 'The user is not a member of the program' },

  RATE_LIMITED: {
    status: 429,
    exit: 6,
    about: 'Too many requests; wait the number of seconds in Retry-After',
  },

  INTERNAL_ERROR: { status: 500, exit: 1, about: 'Internal server error' },
  NOT_CONFIGURED: { status: 501, exit: 2, about: "The feature isn't configured on this installation" },
  UPSTREAM_FAILED: { status: 502, exit: 6, about: 'An upstream service failed' },
  UNAVAILABLE: {
    status: 503,
    exit: 6,
    about:
      'The server is overloaded, shutting down or out of disk space; wait the number of seconds in Retry-After',
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
