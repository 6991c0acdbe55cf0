import type { TSchema } from '@sinclair/typebox';
import { Elysia, ValidationError } from 'elysia';
import type { Scope } from '../context.ts';
import { AppError, type ErrorCode, invalid } from '../errors.ts';
import { failureResponse } from './envelope.ts';
import { logFailure, toAppError } from './errors.ts';
import { fingerprintOf } from './idempotency.ts';
import { type Access, type BodyKind, CONTRACT_KEY, type Contract, type Tier } from './routes.ts';
import { conform, toValidationError } from './validation.ts';
import { visitOf } from './visit.ts';

/** Macro data travels in the route's `detail`, where the door and the API description both read it. */
function declare(contract: Contract) {
  return { detail: { [CONTRACT_KEY]: contract } as Record<string, unknown> };
}

/**
 * The plugin that every controller uses. Each macro declares one thing that crosses routes:
 * `access` who may call (and gives the handler its `ctx`), `scope` what a key needs, `tier` the rate limit,
 * `idempotent` that an Idempotency-Key replays the first answer, `body…` how the body is read.
 */
export const api = new Elysia({ name: 'api' }).macro({
  access: (access: Access) => ({
    ...declare({ access }),
    resolve: ({ request }) => ({ ctx: visitOf(request).ctx }),
  }),
  scope: (scope: Scope) => declare({ scope }),
  tier: (tier: Tier) => declare({ tier }),
  bodyKind: (bodyKind: BodyKind) => declare({ bodyKind }),
  anyOrigin: (anyOrigin: boolean) => declare({ anyOrigin }),
  idempotent: (idempotent: boolean) => ({
    ...declare({ idempotent }),
    beforeHandle: ({ request, body }) => {
      const visit = visitOf(request);
      if (!idempotent || visit.idempotencyKey === undefined) return;
      return beginIdempotent(request, body);
    },
  }),
});

async function beginIdempotent(request: Request, body: unknown): Promise<Response | undefined> {
  const visit = visitOf(request);
  const fingerprint = await fingerprintOf(request, body);
  const begun = visit.idempotency.begin(visit.ctx, visit.idempotencyKey as string, fingerprint);
  if (begun instanceof Response) return begun;
  visit.run = begun;
  visit.ctx.claim = begun;
  return undefined;
}

/** Hooks of the whole app: bodies are parsed and brought into shape here, failures become envelopes. */
export const edges = new Elysia({ name: 'edges' })
  .onParse({ as: 'global' }, async ({ request }) => {
    const { route, ignored } = visitOf(request);
    if (route.bodyKind !== 'json') return;
    return conform(route.bodySchema as TSchema, parseJson(await request.text()), ignored);
  })
  .onError({ as: 'global' }, ({ error, request }) => {
    const visit = visitOf(request);
    const failure = error instanceof ValidationError ? ofValidation(error) : toAppError(error);
    logFailure(visit.ctx.log, failure, visit.requestId);
    return failureResponse(failure);
  });

/** An absent body counts as an empty object, so that the answer names the fields that are missing. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('INVALID_JSON', 'The body is not well-formed JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body', 'must be an object');
  return value;
}

function ofValidation(error: ValidationError): AppError {
  if (error.type === 'response') return toAppError(new Error(`Answer breaks its schema: ${error.message}`));
  return toValidationError((error.validator as { schema: TSchema }).schema, error.value);
}

/** How a route introduces itself in the API description. */
export function doc(operationId: string, summary: string, more: DocOptions = {}) {
  const { errors, cached, produces, example, ...rest } = more;
  return {
    operationId,
    summary,
    ...rest,
    ...(errors ? { 'x-errors': errors } : {}),
    ...(cached ? { 'x-cached': cached } : {}),
    ...(produces ? { 'x-produces': produces } : {}),
    ...(example ? { 'x-example': example } : {}),
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
}
