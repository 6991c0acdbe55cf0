import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { type Ctx, getServices } from '../context.ts';
import { exampleId } from '../describe/openapi/examples/ids.ts';
import { encodePathSegment } from '../describe/operation-calls.ts';
import { AppError, ERRORS, type ErrorCode, type ErrorDetail, invalid } from '../errors.ts';
import { api, describeRoute } from '../http/api.ts';
import { type Batch, isPlain, rejectInBatch, SharedTransaction, untilCommit } from '../http/batch.ts';
import { isFormatParameter } from '../http/csv/options.ts';
import { Failure, failureResponse, ok, success } from '../http/envelope.ts';
import { readKey } from '../http/idempotency.ts';
import { STRICT } from '../http/query.ts';
import { requestState } from '../http/request-state.ts';
import { RequestTransaction } from '../http/request-transaction.ts';
import type { RouteEntry } from '../http/routes.ts';
import { sha256 } from '../platform/crypto.ts';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import { installationOf } from './installation.ts';

const MAX_OPERATIONS = 100;
/** Bytes of all results together. The operations behind it are not run. */
const MAX_RESULT_BYTES = 4 * 1024 * 1024;
const MAX_NAME_LENGTH = 100;
const MAX_KEY_LENGTH = 255;
const OPERATION_ID = 'runBatch';
const PATH_PARAMETER = /:(\w+)/g;
/** Headers of the batch that are not those of its operations. */
const OWN_HEADERS = [
  'accept-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'transfer-encoding',
  'x-dry-run',
  'x-forwarded-for',
];

const BatchOperation = Type.Object(
  {
    operationId: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    ),
    body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    idempotencyKey: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH })),
  },
  { $id: 'BatchOperation' },
);
type BatchOperation = Static<typeof BatchOperation>;

const NewBatch = Type.Object(
  {
    operations: Type.Array(BatchOperation, { minItems: 1, maxItems: MAX_OPERATIONS }),
    atomic: Type.Optional(Type.Boolean({ default: false })),
  },
  {
    $id: 'NewBatch',
    examples: [
      {
        operations: [
          { operationId: 'getProgram', params: { id: exampleId('program') } },
          { operationId: 'listEvents' },
        ],
      },
    ],
  },
);

const BatchResult = Type.Object(
  {
    operationId: Type.String(),
    status: Type.Integer(),
    success: Type.Boolean(),
    data: Type.Optional(Type.Unknown()),
    error: Type.Optional(Failure.properties.error),
    replayed: Type.Optional(Type.Boolean()),
  },
  { $id: 'BatchResult' },
);
type BatchResult = Static<typeof BatchResult>;

const BatchResults = Type.Object(
  {
    results: Type.Array(BatchResult),
    succeeded: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({ minimum: 0 }),
  },
  {
    $id: 'BatchResults',
    examples: [
      {
        results: [
          { operationId: 'getProgram', status: 200, success: true, data: { name: 'Coffee club' } },
          {
            operationId: 'listEvents',
            status: 403,
            success: false,
            error: { code: 'FORBIDDEN', message: 'This operation requires the business role' },
          },
        ],
        succeeded: 1,
        failed: 1,
      },
    ],
  },
);

/** Runs several operations in one request. Each of them passes through the pipeline with the caller's own credential. */
export const batchRoutes = new Elysia({ name: 'batch', tags: ['Infrastructure'] }).use(api).post(
  '/batch',
  async ({ ctx, body, request }) => {
    const state = requestState(request);
    const { findOperation, dispatch } = installationOf(request);
    const operations = body.operations.map((operation, index) => toMember(findOperation, operation, index));
    const key = readKey(request.headers);
    const send: Send = (member, index, batch) =>
      dispatch(
        toRequest(request, member, key && !batch.shared ? toOwnKey(key, index) : undefined),
        state.clientIp,
        state.isPreauthenticated ? ctx.actor : undefined,
        batch,
      );
    const results = body.atomic
      ? await runTogether(request, shared => runAll(operations, send, { shared }, true))
      : await runAll(operations, send, { shared: state.isDryRun ? joinDryRun(ctx) : undefined });
    const succeeded = results.filter(result => result.success).length;
    return success({ results, succeeded, failed: results.length - succeeded });
  },
  {
    access: 'any',
    permission: 'counter',
    tier: 'standard',
    idempotent: 'batch',
    body: NewBatch,
    response: ok(BatchResults),
    detail: describeRoute(OPERATION_ID, 'Run up to 100 operations in one request', {
      description:
        'The operations run one after another, each with the rights, limits and checks that it has on its own. Without `atomic`, each of them succeeds or fails for itself; with it, the first failure undoes all of them and is the error of the batch.',
      // The error of an atomic batch is that of an operation.
      errors: Object.keys(ERRORS) as ErrorCode[],
    }),
  },
);

/** An operation of a batch with its route and its path, including the query string. */
interface Member extends BatchOperation {
  route: RouteEntry;
  path: string;
}

type Send = (member: Member, index: number, batch: Batch) => Promise<Response>;

/** @throws VALIDATION_ERROR for an operation that a batch can't run, and a parameter of its path that is missing */
function toMember(
  findOperation: (id: string) => RouteEntry | undefined,
  operation: BatchOperation,
  index: number,
): Member {
  const { operationId, params = {}, body, idempotencyKey } = operation;
  const field = `operations.${index}`;
  const route = findOperation(operationId);
  if (!route) throw invalid(`${field}.operationId`, 'must be the ID of an operation', 'unknown');
  if (operationId === OPERATION_ID || !isPlain(route))
    throw invalid(`${field}.operationId`, "can't be part of a batch", 'conflict');
  if (body && route.bodyKind === 'none')
    throw invalid(`${field}.body`, 'is not part of this operation', 'unknown');
  if (idempotencyKey !== undefined && !route.idempotent)
    throw invalid(`${field}.idempotencyKey`, 'is not part of this operation', 'unknown');
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const format = [...query.keys()].find(isFormatParameter);
  if (format) throw invalid(`${field}.params.${format}`, 'is not a parameter in a batch', 'unknown');
  const path = route.pathPattern.replaceAll(PATH_PARAMETER, (_, name: string) => {
    const value = query.get(name);
    query.delete(name);
    return encodePathSegment(`${field}.params.${name}`, value);
  });
  if (query.size === 0) return { ...operation, route, path };
  // A result has no header with the names of ignored parameters.
  query.set(STRICT, 'true');
  return { ...operation, route, path: `${path}?${query}` };
}

/** Returns the request of an operation, with the headers of the batch, such as the credential and the request ID. */
function toRequest(batch: Request, { route, path, body, idempotencyKey }: Member, ownKey?: string): Request {
  const headers = new Headers(batch.headers);
  for (const name of OWN_HEADERS) headers.delete(name);
  const key = idempotencyKey ?? (route.idempotent ? ownKey : undefined);
  if (key !== undefined) headers.set('Idempotency-Key', key);
  if (route.bodyKind === 'json') headers.set('Content-Type', 'application/json');
  const sent = route.bodyKind === 'json' ? JSON.stringify(body ?? {}) : null;
  return new Request(new URL(path, batch.url), { method: route.method, headers, body: sent });
}

/** Returns the key of an operation without its own, so that a batch that is repeated after a crash repeats no change. */
function toOwnKey(key: string, index: number): string {
  return `batch-${sha256(key)}-${index}`;
}

/**
 * Runs the operations one after another.
 * @throws the error of the first operation that fails, if the batch is atomic
 */
async function runAll(members: Member[], send: Send, batch: Batch, isAtomic = false): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  let bytes = 0;
  for (const [index, member] of members.entries()) {
    const response = bytes > MAX_RESULT_BYTES ? failureResponse(TOO_LARGE) : await send(member, index, batch);
    const text = await response.text();
    bytes += text.length;
    const result = toResult(member, response, text);
    if (isAtomic && result.error) throw toBatchError(result.error, member, index, response);
    results.push(result);
    // Other requests are answered between two operations.
    await yieldToEventLoop();
  }
  return results;
}

const TOO_LARGE = new AppError(
  'PAYLOAD_TOO_LARGE',
  `The operation was not run, because the results before it exceed ${MAX_RESULT_BYTES} bytes`,
);

/**
 * Runs work in one transaction and commits it, unless the pipeline does so together with the response. If the work throws,
 * nothing is changed.
 */
export async function runTogether<T>(
  request: Request,
  work: (shared: SharedTransaction) => Promise<T>,
): Promise<T> {
  const state = requestState(request);
  if (state.isDryRun) return await work(joinDryRun(state.ctx));
  const transaction =
    state.transaction ?? new RequestTransaction(state.ctx.database, { includesDetachedWork: true });
  const { services, settled } = untilCommit(getServices(state.ctx), rejectInBatch);
  try {
    const result = await work(new SharedTransaction(transaction, services));
    await settled();
    if (!state.transaction) await transaction.commit(async () => {});
    return result;
  } catch (error) {
    await transaction.rollBack();
    throw error;
  }
}

/** Returns the transaction of a dry run, which the pipeline rolls back. */
function joinDryRun(ctx: Ctx): SharedTransaction {
  if (!ctx.transactionOwner) throw new Error('A dry run has a transaction');
  return new SharedTransaction(ctx.transactionOwner, getServices(ctx), { storesResponses: false });
}

type ErrorBody = NonNullable<BatchResult['error']>;

function toResult({ operationId }: Member, { status, headers }: Response, text: string): BatchResult {
  const { success, data, error } = JSON.parse(text) as Pick<BatchResult, 'success' | 'data' | 'error'>;
  const replayed = headers.get('idempotency-replayed') === 'true';
  return {
    operationId,
    status,
    success,
    ...(success ? { data } : { error }),
    ...(replayed && { replayed }),
  };
}

/** Returns the error of an operation as that of its batch, which names the operation and, for invalid input, its fields. */
function toBatchError(
  { details, ...error }: ErrorBody,
  { operationId, params = {}, body }: Member,
  index: number,
  response: Response,
): AppError {
  const place = (name: string) =>
    Object.hasOwn(params, name.split('.')[0] ?? '') || !body ? 'params' : 'body';
  const isInput = error.code === 'VALIDATION_ERROR' || error.code === 'NOT_FOUND';
  const named = details?.map(detail =>
    isInput && detail.field !== 'atomic'
      ? { ...detail, field: `operations.${index}.${place(detail.field)}.${detail.field}` }
      : detail,
  );
  const start = `operations.${index} (${operationId}) failed, so nothing was changed: `;
  return toFailure({ ...error, ...(named && { details: named }) }, response, start);
}

/** Returns the error of a request that ran inside another one. @param start the beginning of its message */
export function toFailure(
  { code, message, details, challenge }: ErrorBody,
  { headers }: Response,
  start: string,
): AppError {
  return new AppError(code as ErrorCode, start + message, {
    details: details as ErrorDetail[] | undefined,
    retryAfterSeconds: Number(headers.get('retry-after') ?? 0) || undefined,
    challenge: challenge && { ...challenge, expiresInSeconds: challenge.expiresIn },
  });
}
