import type { Contract } from '../../support/contract.ts';
import type { AnyKind } from './drafts.ts';
import type { Category } from './findings.ts';
import type { Effect, WireAnswer, WireRequest } from './process.ts';
import { MCP_PATH } from './tool-drafts.ts';

/** What is not configured is not broken: 501 is a documented answer. */
const NOT_CONFIGURED = 501;
const CLIENT_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
const LAST_GOOD_STATUS = 399;
const JSON_TYPE = 'application/json';

type Verdict = [category: Category, problem: string];

/** Everything that is wrong with one answer by itself. */
export function verdictsOf(
  contract: Contract,
  kind: AnyKind,
  request: WireRequest,
  answer: WireAnswer,
  { changed }: Effect,
): Verdict[] {
  const { status } = answer;
  const isRefused = status >= 400;
  const mayStore = !isRefused && kind !== 'rehearsal';
  const stored = [...changed].filter(table => table !== IDEMPOTENCY_TABLE);
  const problems = [...contractProblems(contract, request, answer), ...requestIdProblems(request, answer)];
  return [
    ...when(status === 0, 'serverErrors', `no answer: ${String(answer.body)}`),
    ...when(status >= 500 && status !== NOT_CONFIGURED, 'serverErrors', String(status)),
    ...problems.map((problem): Verdict => [problem.startsWith(TAKEN) ? 'accepted' : 'offContract', problem]),
    ...when(kind === 'broken' && status > 0 && !isRefused, 'accepted', String(status)),
    ...toolProblems(kind, answer).map((problem): Verdict => ['serverErrors', problem]),
    ...when(!mayStore && stored.length > 0, 'stored', `${status}, in ${stored.join(', ')}`),
  ];
}

/** A refusal is remembered for its idempotency key, so that it is repeated. */
const IDEMPOTENCY_TABLE = 'idempotency_keys';

/** How the contract says that a request should have been refused. */
const TAKEN = 'the request was taken although';

function when(applies: boolean, category: Category, problem: string): Verdict[] {
  return applies ? [[category, problem]] : [];
}

function contractProblems(contract: Contract, request: WireRequest, answer: WireAnswer): string[] {
  if (answer.status === 0) return [];
  const { method } = request;
  // As it was sent: `/a/./b` leaves as `/a/b`.
  const path = new URL(request.path, 'http://localhost').pathname;
  const sent = sentJson(request);
  // The protocol of agents has failures of its own form: only their headers are looked at.
  const isMessage = method === 'POST' && path === MCP_PATH;
  const status = isMessage ? Math.min(answer.status, LAST_GOOD_STATUS) : answer.status;
  return contract.findProblems({ method, path, sent, ...answer, status });
}

/** Failures of ours that the MCP server reports inside of a good answer. */
function toolProblems(kind: AnyKind, { body }: WireAnswer): string[] {
  if (kind !== 'tool' && kind !== 'rehearsal') return [];
  const messages = [body].flat() as { result?: { isError?: boolean; content?: { text?: string }[] } }[];
  return messages.flatMap(message => {
    const text = message?.result?.isError ? message.result.content?.[0]?.text : undefined;
    return text?.includes('"INTERNAL_ERROR"') ? [`a tool answers ${text}`] : [];
  });
}

/** The JSON that was sent; undefined where it is none that a server could have read differently. */
function sentJson({ headers, body }: WireRequest): unknown {
  if (typeof body !== 'string' || headers['Content-Type'] !== JSON_TYPE) return undefined;
  try {
    return trimmed(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** Texts are trimmed before anybody looks at them. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, trimmed(item)]));
}

function requestIdProblems({ headers }: WireRequest, answer: WireAnswer): string[] {
  const sent = headers['X-Request-Id'];
  if (sent === undefined || answer.status === 0) return [];
  const kept = answer.headers.get('x-request-id') === sent;
  return kept === CLIENT_REQUEST_ID.test(sent) ? [] : [`X-Request-Id ${kept ? 'was kept' : 'was replaced'}`];
}
