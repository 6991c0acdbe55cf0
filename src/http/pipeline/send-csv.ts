import type { TSchema } from '@sinclair/typebox';
import { AppError, type ErrorCode, type ErrorDetail } from '../../errors.ts';
import { iso } from '../../platform/clock.ts';
import { type CsvBatch, type CsvRequest, readBatch } from '../csv/batch.ts';
import { listColumns } from '../csv/columns.ts';
import { BOM, FORMAT } from '../csv/options.ts';
import { streamCsv } from '../csv/stream.ts';
import { attachRequestState, type RoutedRequest } from '../request-state.ts';
import type { RouteEntry } from '../routes.ts';
import { identifyCaller } from './authenticate.ts';
import { assertAccess } from './authorize.ts';
import type { Pipeline } from './step.ts';

/** Headers that would change what a batch contains. */
const CONDITIONS = ['if-none-match', 'accept-encoding'];
const DATE_LENGTH = 'yyyy-mm-dd'.length;

/**
 * Sends all records of a list as CSV. Each batch is the largest page of the route, read through its own handler, so
 * that a file contains exactly what the caller would get as JSON.
 */
export async function sendCsv(state: RoutedRequest, csv: CsvRequest, pipeline: Pipeline): Promise<Response> {
  const { route, ctx, clientIp } = state;
  const free = pipeline.csvSlots.take(ctx.actor.kind === 'anonymous' ? clientIp : ctx.actor.id);
  let isSent = false;
  try {
    const response = await readPage(state, pipeline, undefined);
    if (!response.ok) return response;
    const first = await readBatch(csv, response);
    const included = new URLSearchParams(state.url.search).get('include')?.split(',');
    const columns = listColumns(route, included);
    const readAfter = async (cursor: string) => {
      await assertStillAllowed(state);
      return toBatch(csv, await readPage(state, pipeline, cursor));
    };
    isSent = true;
    const file = streamCsv(
      { columns, hasMark: csv.hasMark, first, readAfter, onEnd: free },
      nameFile(route, ctx.clock.now()),
    );
    copyCaching(response.headers, file.headers);
    return file;
  } finally {
    if (!isSent) free();
  }
}

/** Keeps how long a public list may be cached. The ETag differs from that of the list as JSON. */
function copyCaching(from: Headers, to: Headers): void {
  const [cacheControl, etag] = [from.get('cache-control'), from.get('etag')];
  if (cacheControl !== null) to.set('Cache-Control', cacheControl);
  if (etag !== null) to.set('ETag', etag.replace(/"$/, '-csv"'));
}

async function readPage(
  state: RoutedRequest,
  { app }: Pipeline,
  cursor: string | undefined,
): Promise<Response> {
  const url = new URL(state.request.url);
  for (const name of [FORMAT, BOM]) url.searchParams.delete(name);
  const { maximum } = (state.route.querySchema as TSchema).properties.perPage;
  url.searchParams.set('perPage', String(maximum));
  if (cursor !== undefined) url.searchParams.set('after', cursor);
  const headers = new Headers(state.request.headers);
  for (const name of CONDITIONS) headers.delete(name);
  const request = new Request(url, { headers });
  attachRequestState(request, state);
  return app.fetch(request);
}

/** @throws the error of the response */
async function toBatch(csv: CsvRequest, response: Response): Promise<CsvBatch> {
  if (response.ok) return await readBatch(csv, response);
  const { error } = (await response.json()) as Failed;
  throw new AppError(error.code, error.message, { details: error.details });
}

interface Failed {
  error: { code: ErrorCode; message: string; details?: ErrorDetail[] };
}

/** Ends a download whose credential was revoked or has expired. */
async function assertStillAllowed({
  isPreauthenticated,
  callerCtx,
  request,
  route,
}: RoutedRequest): Promise<void> {
  if (isPreauthenticated || route.access === 'public' || route.access === 'optional') return;
  assertAccess(await identifyCaller(callerCtx, request), route);
}

/** Names the file after its list and day: `campaigns-2026-06-01.csv`. */
function nameFile({ operationId }: RouteEntry, now: number): string {
  const noun = operationId.replace(/^(list|search|get)/, '');
  const name = noun.replaceAll(/(?<=[a-z])[A-Z]/g, letter => `-${letter}`).toLowerCase();
  return `${name}-${iso(now).slice(0, DATE_LENGTH)}.csv`;
}
