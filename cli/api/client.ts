import type { Command } from 'commander';
import { CLI } from '../../src/context.ts';
import { AppError } from '../../src/errors.ts';
import { STRICT } from '../../src/http/query.ts';
import type { Page, PageQuery } from '../../src/platform/page.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import type { CommandContext } from '../command-context.ts';
import { type ErrorBody, type Failure, toFailure } from '../errors.ts';
import { MAX_PER_PAGE, readPages } from '../input.ts';
import { type KeyOptions, requireApiKey } from '../secrets.ts';
import { localUrl } from './probe.ts';

const TIMEOUT_MS = 60_000;

export interface RemoteOptions extends KeyOptions {
  server?: string;
}

export function withServer(command: Command): Command {
  return command
    .option('--server <url>', 'server URL; set PERKMINT_API_KEY or --api-key-file')
    .option('--api-key-file <file>', 'file that contains the API key');
}

/** Returns the URL from --server, or that of the local server. */
export function resolveServer(context: CommandContext<RemoteOptions>): string {
  return normalizeServerUrl(context.options.server ?? localUrl(context.config()));
}

/** Removes trailing slashes and the API prefix from a server URL. */
export function normalizeServerUrl(text: string): string {
  return text.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

/**
 * Sends one request to a server.
 * @param path from the root, with the query
 * @throws UNAVAILABLE if the server doesn't respond
 */
export async function sendRequest(
  server: string,
  key: string | undefined,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { ...(key ? { 'X-API-Key': key } : {}), ...(init.headers as Record<string, string>) };
  const signal = init.signal ?? AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(server + path, { ...init, headers, signal, redirect: 'manual' });
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `No server is running at ${server}`, { cause });
  }
}

/** Calls the API of a server. @returns the `data` of its response. @throws the error that it responds with */
export async function callApi<T>(
  server: string,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await sendRequest(server, key, API_PREFIX + path, { method, ...toJsonBody(body) });
  return readData<T>(await assertOk(response, server));
}

function toJsonBody(body: object | undefined): RequestInit {
  return body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {};
}

async function readData<T>(response: Response): Promise<T> {
  return ((await response.json()) as { data: T }).data;
}

/** @throws the error of a response */
async function assertOk(response: Response, server: string): Promise<Response> {
  if (!response.ok) throw await readFailure(response, server);
  return response;
}

/**
 * Calls an operation of the API: with --server at that server with a business's API key, without it in the installation
 * as its administrator.
 * @returns the `data` of the response
 * @throws the error that it responds with
 */
export async function callOperation<T>(
  context: CommandContext<RemoteOptions>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  return readData<T>(await requestOperation(context, method, path, body));
}

/** Calls an operation like `callOperation`. @returns the whole response, such as a file */
export async function requestOperation(
  context: CommandContext<RemoteOptions>,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const sent = { method, ...toJsonBody(body) };
  if (context.options.server) {
    const [server, key] = [resolveServer(context), requireApiKey(context)];
    return await assertOk(await sendRequest(server, key, API_PREFIX + path, sent), server);
  }
  await context.requireInstallation();
  const { handler } = await context.open();
  const request = new Request(`http://localhost${API_PREFIX}${path}`, sent);
  const response = await handler.fetch(request, SELF, CLI, context.auditedAction());
  return await assertOk(response, 'The installation');
}

/** Reads all records of a list, newest first, as `callOperation` calls it. */
export async function readList<T>(
  context: CommandContext<RemoteOptions>,
  path: string,
  filters: object,
): Promise<T[]> {
  const query = { page: 1, perPage: MAX_PER_PAGE, ...filters };
  const read = (each: object) => callOperation<Page<T>>(context, 'GET', path + buildQuery(each));
  return (await readPages({ all: true }, query, read)).items;
}

/** The address from which commands call their own installation. */
export const SELF = '127.0.0.1';

/** Leaves out the page number if there is a cursor, which replaces it. */
export function preferCursor({ page, ...values }: object & Partial<PageQuery>): object {
  return { ...(values.after === undefined && { page }), ...values };
}

/** Builds a strict query string from the defined values. */
export function buildQuery(query: object): string {
  const given = Object.entries({ ...preferCursor(query), [STRICT]: true }).filter(
    ([, value]) => value !== undefined,
  );
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Converts an error response to the same error as a local call throws, so that both have the same exit code. */
export async function readFailure(response: Response, server: string): Promise<AppError | Failure> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  return toFailure(response.status, body, server, response.headers.get('retry-after'));
}
