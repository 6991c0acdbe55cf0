/** Placeholders of what the generated module defines before the runtime, so that the compiler checks the runtime. */

export interface ErrorDetail {
  field: string;
  issue: string;
  rule: string;
}

export type ErrorCode = 'NOT_FOUND' | 'IDEMPOTENCY_IN_PROGRESS';

export interface SignInChallenge {
  token: string;
}

export interface Event {
  id: string;
}

export type Operations = Record<string, unknown>;

/** How an operation is called. Arguments that are not in the path are fields of the body, or else of the query. */
export interface OperationTemplate {
  method: string;
  path: string;
  /** Arguments of the query, where there is a body too. */
  query?: readonly string[];
  body?: 'json' | 'form';
  isStream?: boolean;
  /** Takes an Idempotency-Key, so that it can be repeated. */
  isIdempotent?: boolean;
  /** `dryRun` is a field of the body instead of a header. */
  hasDryRunField?: boolean;
  /** The lists of which each page has items and pagination. */
  iterator?: string;
  /** Names in the request, where arguments have others. */
  renamed?: Readonly<Record<string, string>>;
}

export const VERSION: string = '';
export const DEFAULT_URL: string = '';
export const PREFIX: string = '';
export const OPERATIONS: Readonly<Record<string, OperationTemplate>> = {};
