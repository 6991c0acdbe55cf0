import { ERRORS, type ErrorCode, type ErrorDetail } from '../../errors.ts';
import { isForAgents } from '../../http/agent-request.ts';
import { OWN_ACCOUNT } from '../../http/pipeline/authorize.ts';
import type { RouteEntry } from '../../http/routes.ts';
import type { Example, Reference, ResponseObject } from './document.ts';
import { listErrorHeaders } from './headers.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];
/** Access levels that reject API keys regardless of scope. */
const USER_ONLY: RouteEntry['access'][] = ['person', 'businessUser', 'admin'];
const JSON_TYPE = 'application/json';

/** Returns whether an API key with the required scope may call the route. */
export function acceptsApiKeys({ access }: RouteEntry): boolean {
  return access !== 'public' && !USER_ONLY.includes(access);
}

/** Returns whether a route rejects some callers for their role or position, or for lack of a second factor. */
function excludesCallers({ access, pathPattern }: RouteEntry): boolean {
  if (access === 'public' || access === 'optional') return false;
  return access !== 'any' || !OWN_ACCOUNT.test(pathPattern);
}

/** Lists all error codes of a route: those implied by its access, body and limits, and those it declares. */
export function listErrorCodes(route: RouteEntry, hasInput: boolean, declared: ErrorCode[]): ErrorCode[] {
  const { access, scope, bodyKind, dryRun, pathPattern } = route;
  const isIdempotent = route.idempotent !== false;
  const isPublic = access === 'public';
  const isSent = bodyKind === 'json' || bodyKind === 'form';
  const implied: [ErrorCode[], boolean][] = [
    // Any request can have a body, and one over the limit is rejected first.
    [['PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE'], true],
    [['AMBIGUOUS_CREDENTIALS', 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'INVALID_API_KEY'], !isPublic],
    // An agent may call its tools only.
    [['FORBIDDEN'], excludesCallers(route) || acceptsApiKeys(route)],
    [['APPROVAL_REQUIRED', 'BUDGET_EXHAUSTED', 'CONFLICT'], route.method !== 'GET' && isForAgents(route)],
    [['INSUFFICIENT_SCOPE'], scope !== null && acceptsApiKeys(route) && access !== 'optional'],
    [['NOT_FOUND'], pathPattern.includes(':')],
    [['VALIDATION_ERROR'], hasInput || isIdempotent || dryRun],
    [['INVALID_JSON'], bodyKind === 'json' || bodyKind === 'raw'],
    [['UNSUPPORTED_MEDIA_TYPE'], isSent || bodyKind === 'raw'],
    [['INVALID_SIGNATURE', 'TIMESTAMP_EXPIRED'], bodyKind === 'raw'],
    [['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'], isIdempotent],
  ];
  const all = new Set([...declared, ...implied.flatMap(([codes, applies]) => (applies ? codes : []))]);
  return CODES.filter(code => all.has(code));
}

/** The errors of one status, shared by all routes with exactly these codes. */
export interface ErrorGroup {
  status: number;
  name: string;
  codes: ErrorCode[];
}

/** With more codes than this, their names joined would be unreadable. */
const MAX_NAMED_CODES = 3;
const STATUS_NAMES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Refused',
  409: 'Conflict',
  422: 'Unprocessable',
};

/**
 * Groups the errors of an operation by status; each group is named after its codes or, if there are many, the
 * operation.
 */
export function groupByStatus(codes: ErrorCode[], operationId: string): ErrorGroup[] {
  const statuses = [...new Set(codes.map(code => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map(status => {
    const own = codes.filter(code => ERRORS[code].status === status);
    const owner = operationId.charAt(0).toUpperCase() + operationId.slice(1);
    const ofOwner = `${STATUS_NAMES[status] ?? `Status${status}`}Of${owner}`;
    const name = own.length > MAX_NAMED_CODES ? ofOwner : own.map(toPascalCase).join('Or');
    return { status, name, codes: own };
  });
}

/** Returns the response of an error group: one status, with an example per code. */
export function toErrorResponse({ status, codes }: ErrorGroup): ResponseObject {
  const [only] = codes;
  const description =
    codes.length === 1 && only
      ? `${only}: ${ERRORS[only].about}.`
      : codes.map(code => `- ${code}: ${ERRORS[code].about}.`).join('\n');
  return {
    description,
    headers: listErrorHeaders(status),
    content: {
      [JSON_TYPE]: {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(codes.map(code => [code, toExampleReference(code)])),
      },
    },
  };
}

function toExampleReference(code: ErrorCode): Reference {
  return { $ref: `#/components/examples/${code}` };
}

const DETAILS: Partial<Record<ErrorCode, ErrorDetail[]>> = {
  VALIDATION_ERROR: [{ field: 'name', issue: 'is required', rule: 'required' }],
};

/** Returns an example of an error with this code. */
export function toErrorExample(code: ErrorCode): Example {
  const details = DETAILS[code];
  const [first] = details ?? [];
  const message = first ? `${first.field} ${first.issue}` : ERRORS[code].about;
  return {
    summary: ERRORS[code].about,
    value: {
      success: false,
      error: { code, message, ...(details ? { details } : {}) },
    },
  };
}

function toPascalCase(code: ErrorCode): string {
  return code
    .split('_')
    .map(word => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}
