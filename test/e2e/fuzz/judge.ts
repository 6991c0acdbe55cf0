import type { Contract } from '../../support/contract.ts';
import type { AnyKind } from './drafts.ts';
import type { Category } from './findings.ts';
import type { Effect, WireRequest, WireResponse } from './process.ts';
import { MCP_PATH } from './tool-drafts.ts';

/** 501 is a documented response for features that are not configured. */
const NOT_CONFIGURED = 501;
const CLIENT_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
const LAST_GOOD_STATUS = 399;
const JSON_TYPE = 'application/json';

type Verdict = [category: Category, problem: string];

/** Lists all problems of a single response. */
export function verdictsOf(
  contract: Contract,
  kind: AnyKind,
  request: WireRequest,
  response: WireResponse,
  { changed }: Effect,
): Verdict[] {
  const { status } = response;
  const isRefused = status >= 400;
  const mayStore = !isRefused && kind !== 'dryRun';
  const stored = [...changed].filter(table => table !== IDEMPOTENCY_TABLE);
  const problems = [
    ...contractProblems(contract, request, response),
    ...requestIdProblems(request, response),
  ];
  return [
    ...when(status === 0, 'serverErrors', `no response: ${String(response.body)}`),
    ...when(status >= 500 && status !== NOT_CONFIGURED, 'serverErrors', String(status)),
    ...problems.map((problem): Verdict => [problem.startsWith(TAKEN) ? 'accepted' : 'offContract', problem]),
    ...when(kind === 'broken' && status > 0 && !isRefused, 'accepted', String(status)),
    ...toolProblems(kind, response).map((problem): Verdict => ['serverErrors', problem]),
    ...when(!mayStore && stored.length > 0, 'stored', `${status}, in ${stored.join(', ')}`),
  ];
}

/** The table that may change in a rejected request, because its response is stored for replay. */
const IDEMPOTENCY_TABLE = 'idempotency_keys';

/** The message of the contract for a request that should have been rejected. */
const TAKEN = 'the request was accepted although';

function when(applies: boolean, category: Category, problem: string): Verdict[] {
  return applies ? [[category, problem]] : [];
}

function contractProblems(contract: Contract, request: WireRequest, response: WireResponse): string[] {
  if (response.status === 0) return [];
  const { method } = request;
  // Clients normalize paths: `/a/./b` is sent as `/a/b`.
  const path = new URL(request.path, 'http://localhost').pathname;
  const sent = sentJson(request);
  // MCP errors have their own format, so check only their headers.
  const isMessage = method === 'POST' && path === MCP_PATH;
  const status = isMessage ? Math.min(response.status, LAST_GOOD_STATUS) : response.status;
  return contract.findProblems({ method, path, sent, ...response, status });
}

/** Lists API errors that the MCP server reports inside a successful response. */
function toolProblems(kind: AnyKind, { body }: WireResponse): string[] {
  if (kind !== 'tool' && kind !== 'dryRun') return [];
  const messages = [body].flat() as { result?: { isError?: boolean; content?: { text?: string }[] } }[];
  return messages.flatMap(message => {
    const text = message?.result?.isError ? message.result.content?.[0]?.text : undefined;
    return text?.includes('"INTERNAL_ERROR"') ? [`a tool returned ${text}`] : [];
  });
}

/** Returns the request's JSON; undefined if it is ambiguous or invalid. */
function sentJson({ headers, body }: WireRequest): unknown {
  if (typeof body !== 'string' || headers['Content-Type'] !== JSON_TYPE) return undefined;
  try {
    return trimmed(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** Trims all strings, as the server does before validation. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, trimmed(item)]));
}

function requestIdProblems({ headers }: WireRequest, response: WireResponse): string[] {
  const sent = headers['X-Request-Id'];
  if (sent === undefined || response.status === 0) return [];
  const kept = response.headers.get('x-request-id') === sent;
  return kept === CLIENT_REQUEST_ID.test(sent) ? [] : [`X-Request-Id ${kept ? 'was kept' : 'was replaced'}`];
}
