import type { TSchema } from '@sinclair/typebox';
import { Elysia, ValidationError } from 'elysia';
import { detailsOf } from '../../db/audit-entry.ts';
import type { Permission, Scope } from '../context.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { assertAccess, assertPermission, authenticate } from './authenticate.ts';
import { readBody } from './body.ts';
import { failureResponse } from './envelope.ts';
import { logFailure, toAppError } from './errors.ts';
import { computeFingerprint, readKey } from './idempotency.ts';
import { mismatchedResponse } from './mismatched-response.ts';
import { coerceQuery } from './query.ts';
import { requestState } from './request-state.ts';
import { type Access, type BodyKind, ROUTE_META_KEY, type RouteMeta, type Tier } from './routes.ts';
import { toValidationError } from './validation.ts';

/** Macro data travels in the route's `detail`, where the door and the API description both read it. */
function routeMeta(contract: RouteMeta) {
  return { detail: { [ROUTE_META_KEY]: contract } as Record<string, unknown> };
}

/**
 * The plugin that every controller uses. Each macro declares one thing that crosses routes:
 * `access` who may call (and gives the handler its `ctx`), `scope` what a key needs, `permission` what a position
 * must hold, `openActions` the values of `action` in the body that need none, `tier` the rate limit, `idempotent` that
 * an Idempotency-Key replays the first answer, `dryRun` whether X-Dry-Run is taken, `body…` how the body is read.
 */
export const api = new Elysia({ name: 'api' }).macro({
  access: (access: Access) => ({
    ...routeMeta({ access }),
    resolve: ({ request }) => ({ ctx: requestState(request).ctx }),
  }),
  scope: (scope: Scope) => routeMeta({ scope }),
  permission: (permission: Permission) => routeMeta({ permission }),
  openActions: (openActions: readonly string[]) => ({
    ...routeMeta({ openActions }),
    beforeHandle: ({ request, body }) => assertActionPermitted(request, body),
  }),
  tier: (tier: Tier) => routeMeta({ tier }),
  bodyKind: (bodyKind: BodyKind) => routeMeta({ bodyKind }),
  anyOrigin: (anyOrigin: boolean) => routeMeta({ anyOrigin }),
  backendOnly: (backendOnly: boolean) => routeMeta({ backendOnly }),
  dryRun: (dryRun: boolean) => routeMeta({ dryRun }),
  idempotent: (idempotent: boolean) => ({
    ...routeMeta({ idempotent }),
    // Async by its own word: Elysia awaits a hook only where it can tell from the function that it must.
    beforeHandle: async ({ request, body }) => (idempotent ? beginIdempotent(request, body) : undefined),
  }),
});

async function beginIdempotent(request: Request, body: unknown): Promise<Response | undefined> {
  const key = readKey(request.headers);
  if (key === undefined) return undefined;
  const visit = requestState(request);
  // A dry run neither uses nor replays a stored answer.
  if (visit.isDryRun) return undefined;
  const fingerprint = await computeFingerprint(request, body);
  const begun = visit.idempotency.begin(visit.ctx, key, fingerprint);
  if (begun instanceof Response) return begun;
  visit.execution = begun;
  visit.ctx.transactionOwner = begun;
  return undefined;
}

/** @throws FORBIDDEN when the action that the body names needs a permission that the caller's position lacks */
function assertActionPermitted(request: Request, body: unknown): void {
  const { ctx, route } = requestState(request);
  const { action } = body as { action?: string };
  if (route.permission && !route.openActions.includes(action ?? ''))
    assertPermission(ctx.actor, route.permission);
}

/** Whether the credential of a request that is still being answered is good for its route even now. */
export async function isStillAuthorized(request: Request): Promise<boolean> {
  const { ctx, route } = requestState(request);
  try {
    assertAccess(await authenticate(ctx, request), route);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Hooks of the whole app: bodies and queries are brought into shape here, failures become envelopes. */
export const globalHooks = new Elysia({ name: 'edges' })
  .onParse({ as: 'global' }, async ({ request }) => {
    const { ctx, route, ignoredFields } = requestState(request);
    const body = await readBody(request, route, ignoredFields);
    if (ctx.auditEntry && ctx.actor.role === 'admin')
      ctx.auditEntry.details = detailsOf((body ?? {}) as object);
    return body;
  })
  .onTransform({ as: 'global' }, ({ request, query }) =>
    coerceQuery(requestState(request).route.querySchema, query),
  )
  .onError({ as: 'global' }, ({ error, request, set }) => {
    const visit = requestState(request);
    if (error instanceof ValidationError && error.type === 'response') {
      const response = mismatchedResponse(visit, schemaOf(error), error.value);
      // Elysia has set the status of a failure, which would win over that of the response.
      set.status = response.status;
      return response;
    }
    const failure = error instanceof ValidationError ? fromValidation(error) : toAppError(error);
    visit.error = failure;
    logFailure(visit.ctx.log, failure, visit.requestId);
    return failureResponse(failure);
  });

function fromValidation(error: ValidationError): AppError {
  return toValidationError(schemaOf(error), error.value);
}

function schemaOf({ validator }: ValidationError): TSchema {
  return (validator as { schema: TSchema }).schema;
}

/** How a route introduces itself in the API description. */
export function describeRoute(operationId: string, summary: string, more: DocOptions = {}) {
  const { errors, cached, produces, example, signed, ...rest } = more;
  return {
    operationId,
    summary,
    ...rest,
    ...(errors ? { 'x-errors': errors } : {}),
    ...(cached ? { 'x-cached': cached } : {}),
    ...(produces ? { 'x-produces': produces } : {}),
    ...(example ? { 'x-example': example } : {}),
    ...(signed ? { 'x-signed': signed } : {}),
  };
}

interface DocOptions {
  description?: string;
  tags?: string[];
  /** The codes this route adds to those that its access, body and tier imply. */
  errors?: ErrorCode[];
  /** The answer has an ETag, and 304 is one of its statuses. */
  cached?: boolean;
  /** The media types of an answer that is bytes instead of an envelope. */
  produces?: readonly string[];
  /** A JSON answer without a schema, as it begins. */
  example?: object;
  /** The body of a signed webhook, which the handler reads by itself. */
  signed?: TSchema;
}
