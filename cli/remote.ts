import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Ctx } from '../src/context.ts';
import { AppError, ERRORS, type ErrorCode, type ErrorDetail } from '../src/errors.ts';
import { UsageError } from './failures.ts';
import { localUrl } from './probe.ts';
import type { Session } from './session.ts';

const PREFIX = '/api/v1';

export interface RemoteOptions {
  server?: string;
  apiKeyFile?: string;
}

export function withServer(command: Command): Command {
  return command
    .option('--server <url>', 'the server to talk to; its key comes from PERKMINT_API_KEY or --api-key-file')
    .option('--api-key-file <file>', 'file that holds the API key');
}

/** The key of a business, from where it is not seen by every process; undefined where none was given. */
export function findApiKey({ io, options }: Session<RemoteOptions>): string | undefined {
  if (options.apiKeyFile) return readSecretFile(options.apiKeyFile);
  return io.env.PERKMINT_API_KEY || undefined;
}

export function requireApiKey(session: Session<RemoteOptions>): string {
  const key = findApiKey(session);
  if (!key) throw new UsageError('Give the API key by PERKMINT_API_KEY or --api-key-file');
  return key;
}

/** The server that was named, or the one that this machine's settings describe. */
export function serverOf(session: Session<RemoteOptions>): string {
  return (session.options.server ?? localUrl(session.config())).replace(/\/+$/, '');
}

/** The first line of a file that holds a secret. @throws UsageError */
export function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
}

/** Asks a server something. @throws UNAVAILABLE when it cannot be reached */
export async function ask(
  server: string,
  key: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { 'X-API-Key': key, ...(init.headers as Record<string, string> | undefined) };
  try {
    return await fetch(`${server}${PREFIX}${path}`, { ...init, headers, redirect: 'manual' });
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `No server answers at ${server}`, { cause });
  }
}

/** One call of a server's API. @returns the `data` of its answer. @throws the failure that it answers */
export async function call<T>(
  server: string,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const sent = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await ask(server, key, path, { method, ...sent });
  if (!response.ok) throw await failureOf(response, server);
  return ((await response.json()) as { data: T }).data;
}

/** One call of the server that `--server` names. */
type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/**
 * Does the same on a server as on the data of this machine: with `--server` a command is a call of the API with
 * the key of a business, without it the capability itself.
 */
export async function eitherWay<T>(
  session: Session<RemoteOptions>,
  there: (ask: Ask) => Promise<T>,
  here: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (!session.options.server) return here(await session.ctx());
  const [server, key] = [serverOf(session), requireApiKey(session)];
  return there((method, path, body) => call(server, key, method, path, body));
}

/** `?name=value` of what is given. */
export function queryOf(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

interface Refusal {
  code: string;
  message: string;
  details?: ErrorDetail[];
}

/** What a server refused, as the same error here, so that the exit code fits. */
export async function failureOf(response: Response, server: string): Promise<AppError> {
  const body = (await response.json().catch(() => ({}))) as { error?: Refusal };
  const code = body.error?.code ?? '';
  const known = (Object.hasOwn(ERRORS, code) ? code : 'UPSTREAM_FAILED') as ErrorCode;
  const { message = `${server} answers ${response.status}`, details } = body.error ?? {};
  return new AppError(known, message, { details });
}
