import type { ErrorCode, ErrorDetail, SignInChallenge } from './generated.ts';

/** The code of an error without a response. */
export const NO_ANSWER = 'NO_ANSWER';

/** Any failure of a call. `code` is stable, the message is for people. */
export class PerkmintError extends Error {
  /** The error code of the API, NO_ANSWER without a response, or HTTP_ and the status of a response in another format. */
  readonly code: ErrorCode | typeof NO_ANSWER | `HTTP_${number}`;
  /** The HTTP status; 0 without a response. For webhooks, the status to respond with. */
  readonly status: number;
  /** The invalid fields. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the server's log. */
  readonly requestId: string | null;
  /** Time to wait before retrying, if the server sent Retry-After. */
  readonly retryAfterMs: number | null;
  /** Continues a request that failed with SECOND_FACTOR_REQUIRED or RECENT_PROOF_REQUIRED. */
  readonly challenge: SignInChallenge | null;

  constructor(message: string, facts: ErrorFacts) {
    super(message, { cause: facts.cause });
    this.name = new.target.name;
    this.code = facts.code;
    this.status = facts.status;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.challenge = facts.challenge ?? null;
  }
}

/** The facts of an error beside its message. */
export interface ErrorFacts {
  code: PerkmintError['code'];
  status: number;
  details?: readonly ErrorDetail[];
  requestId?: string | null;
  retryAfterMs?: number | null;
  challenge?: SignInChallenge | null;
  cause?: unknown;
}

/** The request is invalid: `details` names the fields. Status 400, 413, 415 and 422. */
export class InvalidRequestError extends PerkmintError {}
/** The credential is missing, invalid or expired. Status 401. */
export class AuthenticationError extends PerkmintError {}
/** The credential lacks a right, or the plan does not include the operation. Status 402 and 403. */
export class PermissionError extends PerkmintError {}
/** The record does not exist, or belongs to someone else. Status 404 and 410. */
export class NotFoundError extends PerkmintError {}
/** The state of a record does not allow the operation. Status 409 and 412. */
export class ConflictError extends PerkmintError {}
/** Too many requests. Status 429. */
export class RateLimitError extends PerkmintError {}
/** The server failed. Status 500 and above. */
export class ServerError extends PerkmintError {}
/** The server could not be reached or did not respond in time. Status 0. */
export class NoAnswerError extends PerkmintError {}
/** A webhook request is not authentic or not recent. Status 401. */
export class WebhookError extends PerkmintError {}

const FAMILIES: Readonly<Record<number, typeof PerkmintError>> = {
  401: AuthenticationError,
  402: PermissionError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: ConflictError,
  429: RateLimitError,
};

export function toError(facts: ErrorFacts, message: string): PerkmintError {
  const fallback = facts.status >= 500 ? ServerError : InvalidRequestError;
  return new (FAMILIES[facts.status] ?? fallback)(message, facts);
}
