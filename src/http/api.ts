import type { TSchema } from '@sinclair/typebox';
import { Elysia, ValidationError } from 'elysia';
import { toAuditDetails } from '../../db/audit-entry.ts';
import type { Permission, Scope } from '../context.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { readBody } from './body.ts';
import { takeBatch } from './csv/batch.ts';
import type { Deprecation } from './deprecation.ts';
import { failureResponse } from './envelope.ts';
import { logFailure, toAppError } from './errors.ts';
import { hideCosts, isOutsider } from './hide-costs.ts';
import { beginInBatch, computeFingerprint, readKey } from './idempotency.ts';
import { mismatchedResponse } from './mismatched-response.ts';
import { identifyCaller } from './pipeline/authenticate.ts';
import { assertAccess } from './pipeline/authorize.ts';
import { coerceQuery } from './query.ts';
import { requestState } from './request-state.ts';
import {
  type Access,
  type BodyKind,
  type Idempotent,
  ROUTE_META_KEY,
  type RouteMeta,
  type Tier,
} from './routes.ts';
import { toValidationError } from './validation-errors.ts';

/** Stores macro data in the route's `detail`, where the request pipeline and the OpenAPI document read it. */
function routeMeta(meta: RouteMeta) {
  return { detail: { [ROUTE_META_KEY]: meta } as Record<string, unknown> };
}

/**
 * The plugin that every controller uses. Each macro declares one cross-cutting aspect of a route:
 * `access`: who may call it (also provides the handler's `ctx`); `scope`: the API key scope it requires;
 * `permission`: the permission that the user's position must have; `tier`: the rate limit; `idempotent`: an
 * Idempotency-Key replays the first response; `dryRun`: X-Dry-Run is supported; `bodyKind`: how the body is read;
 * `maxFileBytes`: the file of a form is written to disk while it arrives; `testMode`: false for routes without test data;
 * `deprecated`: clients should leave it.
 */
export const api = new Elysia({ name: 'api' }).macro({
  access: (access: Access) => ({
    ...routeMeta({ access }),
    resolve: ({ request }) => ({ ctx: requestState(request).ctx }),
  }),
  scope: (scope: Scope) => routeMeta({ scope }),
  permission: (permission: Permission) => routeMeta({ permission }),
  tier: (tier: Tier) => routeMeta({ tier }),
  bodyKind: (bodyKind: BodyKind) => routeMeta({ bodyKind }),
  maxFileBytes: (maxFileBytes: number) => routeMeta({ maxFileBytes }),
  anyOrigin: (anyOrigin: boolean) => routeMeta({ anyOrigin }),
  backendOnly: (backendOnly: boolean) => routeMeta({ backendOnly }),
  dryRun: (dryRun: boolean) => routeMeta({ dryRun }),
  testMode: (testMode: boolean) => routeMeta({ testMode }),
  deprecated: (deprecated: Deprecation) => routeMeta({ deprecated }),
  idempotent: (idempotent: Idempotent) => ({
    ...routeMeta({ idempotent }),
    // Declared async, because Elysia awaits a hook only when it recognizes an async function.
    beforeHandle: async ({ request, body }) => (idempotent ? beginIdempotent(request, body) : undefined),
  }),
});

async function beginIdempotent(request: Request, body: unknown): Promise<Response | undefined> {
  const key = readKey(request.headers);
  const state = requestState(request);
  const { ctx, transaction, idempotency, batch, agentExecution } = state;
  const shared = batch?.shared?.storesResponses ? batch.shared : agentExecution?.shared;
  // A dry run has no such transaction: it neither stores nor replays a response.
  if (key === undefined || !(transaction || shared)) return undefined;
  const fingerprint = await computeFingerprint(request, body);
  const execution = transaction
    ? await idempotency.begin(ctx, transaction, key, fingerprint)
    : await beginInBatch(ctx, key, fingerprint);
  if (execution instanceof Response) return execution;
  state.execution = execution;
  return undefined;
}

/** Checks again whether the credential of an open request, such as a stream, is valid for its route. */
export async function isStillAuthorized(request: Request): Promise<boolean> {
  const { callerCtx, route } = requestState(request);
  try {
    assertAccess(await identifyCaller(callerCtx, request), route);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Hooks of the whole app: they parse bodies, coerce queries and turn errors into error responses. */
export const globalHooks = new Elysia({ name: 'edges' })
  .onParse({ as: 'global' }, async ({ request }) => {
    const state = requestState(request);
    const { ctx } = state;
    const body = await readBody(request, state);
    if (ctx.auditEntry && ctx.actor.role === 'admin')
      ctx.auditEntry.details ??= toAuditDetails((body ?? {}) as object);
    return body;
  })
  .onTransform({ as: 'global' }, ({ request, query }) =>
    coerceQuery(requestState(request).route.querySchema, query),
  )
  .onAfterHandle({ as: 'global' }, ({ request, responseValue }) => {
    const { ctx, csv } = requestState(request);
    const shown = isOutsider(ctx.actor) ? hideCosts(responseValue) : responseValue;
    return csv ? takeBatch(csv, shown) : shown;
  })
  .onError({ as: 'global' }, ({ error, request, set }) => {
    const state = requestState(request);
    if (error instanceof ValidationError && error.type === 'response') {
      const response = mismatchedResponse(state, getSchema(error), error.value);
      // Elysia has set an error status, which would override the status of the response.
      set.status = response.status;
      return response;
    }
    const appError = error instanceof ValidationError ? toAppErrorFromValidation(error) : toAppError(error);
    state.error = appError;
    logFailure(state.ctx.log, appError, state.requestId);
    return failureResponse(appError);
  });

function toAppErrorFromValidation(error: ValidationError): AppError {
  return toValidationError(getSchema(error), error.value);
}

function getSchema({ validator }: ValidationError): TSchema {
  return (validator as { schema: TSchema }).schema;
}

/** Returns the `detail` of a route: its part of the OpenAPI document. */
export function describeRoute(operationId: string, summary: string, options: DocOptions = {}) {
  const { errors, cached, produces, example, signed, signatures, ...rest } = options;
  return {
    operationId,
    summary,
    ...rest,
    ...(errors ? { 'x-errors': errors } : {}),
    ...(cached ? { 'x-cached': cached } : {}),
    ...(produces ? { 'x-produces': produces } : {}),
    ...(example ? { 'x-example': example } : {}),
    ...(signed ? { 'x-signed': signed } : {}),
    ...(signatures ? { 'x-signatures': signatures } : {}),
  };
}

interface DocOptions {
  description?: string;
  tags?: string[];
  /** Error codes in addition to those that its access, body and tier imply. */
  errors?: ErrorCode[];
  /** The response has an ETag and may be a 304; `sometimes` if only some responses have one. */
  cached?: boolean | 'sometimes';
  /** The media types of a response that is not JSON in the standard envelope. */
  produces?: readonly string[];
  /** An excerpt of a JSON response without a schema. */
  example?: object;
  /** The body of a signed webhook, which the handler parses after checking the signature. */
  signed?: TSchema;
  /** The components of the header parameters with its signature, unless it is signed as our own webhooks are. */
  signatures?: string[];
}
