import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { encodePathSegment } from '../describe/operation-calls.ts';
import { AppError, type ErrorCode, type ErrorDetail, invalid, notFound } from '../errors.ts';
import {
  ExportLink,
  FEEDS,
  IssuedExportLink,
  NewExportLink,
  RESERVED,
  RevokedExportLink,
} from '../export-links/model.ts';
import * as links from '../export-links/service.ts';
import { api, describeRoute } from '../http/api.ts';
import { FORMAT } from '../http/csv/options.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { assertAccess } from '../http/pipeline/authorize.ts';
import { STRICT } from '../http/query.ts';
import { requestState } from '../http/request-state.ts';
import type { RouteEntry } from '../http/routes.ts';
import { Id, PathId } from '../platform/schema.ts';
import { type Installation, installationOf } from './installation.ts';

interface LinkClient {
  /** The client of the rate limit. */
  countedBy: string;
  /** The ETag of what the client has already. */
  known?: string | null;
}

const PATH_PARAMETER = /:(\w+)/g;
const PRODUCED = ['text/csv', 'text/calendar'];
/** Statuses that say that the link's creator may no longer read the list, or that it is gone. */
const REFUSALS = [400, 401, 403, 404];
const NOT_MODIFIED = 304;
/** Headers of a list or calendar that its link sends, too. */
const KEPT_HEADERS = ['content-type', 'content-disposition', 'etag', 'cache-control'];
const SECRET_PATH = Type.Object({ secret: Type.String({ description: "The last part of the link's URL" }) });

/** @param prefix the path of the API */
export function exportLinkRoutes(prefix: string) {
  return new Elysia({ name: 'export-links', tags: ['Export links'] })
    .use(api)
    .get('/export-links', async ({ ctx, query }) => success(await links.listExportLinks(ctx, query)), {
      access: 'business',
      scope: 'read',
      permission: 'integrations',
      tier: 'relaxed',
      query: listQuery({ businessId: Type.Optional(Id('Business ID (admins only)')) }),
      response: page(ExportLink),
      detail: describeRoute('listExportLinks', "List the business's links for spreadsheets and calendars", {
        errors: ['NOT_FOUND'],
      }),
    })
    .post(
      '/export-links',
      async ({ ctx, body, request, status }) => {
        const creation = requestState(request).route;
        const tryList = async (link: links.WorkingLink) => {
          const client = { countedBy: `new export links of ${link.creator.id}` };
          const response = await openList(installationOf(request), creation, link, client);
          if (!response.ok) throw await toQueryError(response);
          await response.body?.cancel();
        };
        return status(201, success(await links.createExportLink(ctx, prefix, body, tryList)));
      },
      {
        access: 'business',
        scope: 'manage',
        permission: 'integrations',
        tier: 'standard',
        idempotent: true,
        dryRun: false,
        testMode: false,
        body: NewExportLink,
        response: { 201: ok(IssuedExportLink) },
        detail: describeRoute(
          'createExportLink',
          'Create a link that answers a list as CSV, or the calendar',
          {
            description:
              'For =IMPORTDATA(), calendars and other programs that send no credential: everyone who has the URL can read the list, or with the operation ID getCalendar the campaign dates, until the link is revoked. It works as long as its creator may read the list and manage links.',
            errors: ['NOT_FOUND', 'LIMIT_REACHED'],
          },
        ),
      },
    )
    .delete(
      '/export-links/:id',
      async ({ ctx, params }) => success(await links.revokeExportLink(ctx, params.id)),
      {
        access: 'business',
        scope: 'manage',
        permission: 'integrations',
        tier: 'standard',
        params: PathId,
        response: ok(RevokedExportLink),
        detail: describeRoute('revokeExportLink', 'Revoke a link for a spreadsheet or calendar immediately', {
          errors: ['NOT_FOUND'],
        }),
      },
    )
    .get(
      `${links.EXPORTS_PATH}/:secret`,
      async ({ ctx, params, request }) => {
        const link = await links.requireWorkingLink(ctx, params.secret);
        const installation = installationOf(request);
        const creation = installation.findOperation('createExportLink') as RouteEntry;
        // Counted per link, because many spreadsheets of a provider share an address.
        const client = { countedBy: `export link ${link.id}`, known: request.headers.get('if-none-match') };
        const response = await openList(installation, creation, link, client).catch(hideRefusal);
        if (response.status === NOT_MODIFIED) return response;
        if (REFUSALS.includes(response.status)) throw notFound('exportLink');
        if (!response.ok) throw await toError(response);
        const isWorking = () => links.requireWorkingLink(ctx, params.secret);
        return new Response(whileWorking(response.body as ReadableStream<Uint8Array>, isWorking), {
          headers: pick(response.headers, KEPT_HEADERS),
        });
      },
      {
        access: 'public',
        tier: 'export',
        anyOrigin: true,
        params: SECRET_PATH,
        detail: describeRoute('readExportLink', 'Get the list of a link as CSV, or its calendar', {
          description: 'Needs no credential. A link that was revoked is not found.',
          cached: 'sometimes',
          errors: ['NOT_FOUND'],
          produces: PRODUCED,
        }),
      },
    );
}

/**
 * Reads the list or calendar of a link.
 * @param creation the route that creates links, which the creator must still be allowed to call
 * @throws VALIDATION_ERROR for an operation that no link can answer and parameters that are reserved or missing, UNAUTHENTICATED,
 *   FORBIDDEN or INSUFFICIENT_SCOPE if the creator may not read it
 */
async function openList(
  { findOperation, dispatch }: Installation,
  creation: RouteEntry,
  { operationId, query, creator, reader }: links.WorkingLink,
  { countedBy, known }: LinkClient,
): Promise<Response> {
  const route = findOperation(operationId);
  if (!route || !(route.listItem || FEEDS.includes(operationId)))
    throw invalid('operationId', 'must be the operation ID of a list, or getCalendar', 'unknown');
  for (const needed of [creation, route]) assertAccess(creator, needed);
  const headers = known ? { 'If-None-Match': known } : undefined;
  return await dispatch(new Request(toUrl(route, query), { headers }), countedBy, reader);
}

/** @throws VALIDATION_ERROR for a reserved parameter, and for one of the path that is missing */
function toUrl({ pathPattern, listItem }: RouteEntry, query: Record<string, string>): string {
  const search = new URLSearchParams(query);
  const reserved = RESERVED.find(name => search.has(name));
  if (reserved) throw invalid(`query.${reserved}`, 'is not a parameter of links', 'unknown');
  const path = pathPattern.replaceAll(PATH_PARAMETER, (_, name: string) => {
    const value = search.get(name);
    search.delete(name);
    if (!value) throw invalid(`query.${name}`, 'is required by the path of the list', 'required');
    return encodePathSegment(`query.${name}`, value);
  });
  if (listItem) search.set(FORMAT, 'csv');
  search.set(STRICT, 'true');
  return `http://localhost${path}?${search}`;
}

interface Failed {
  error: { code: ErrorCode; message: string; details?: ErrorDetail[] };
}

/** Returns the error of a list, about the body that named it. */
async function toQueryError(response: Response): Promise<AppError> {
  const { code, message, details } = await toError(response);
  const isInput = code === 'VALIDATION_ERROR' || code === 'NOT_FOUND';
  if (!isInput || !details) return new AppError(code, message, { details });
  const named = details.map(({ field, ...rest }) => ({ ...rest, field: `query.${field}` }));
  return new AppError(code, `query.${message}`, { details: named });
}

async function toError(response: Response): Promise<AppError> {
  const { error } = (await response.json()) as Failed;
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || undefined;
  return new AppError(error.code, error.message, { details: error.details, retryAfterSeconds });
}

/** Hides from the holder of a link why it no longer works. */
function hideRefusal(thrown: unknown): never {
  if (thrown instanceof AppError && REFUSALS.includes(thrown.status)) throw notFound('exportLink');
  throw thrown;
}

/** Breaks a download off when its link is revoked. */
function whileWorking(
  body: ReadableStream<Uint8Array>,
  assertWorking: () => Promise<unknown>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async controller => {
      const { value, done } = await reader.read();
      if (done) return controller.close();
      try {
        await assertWorking();
      } catch (error) {
        await reader.cancel();
        throw error;
      }
      controller.enqueue(value);
    },
    cancel: () => reader.cancel(),
  });
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
