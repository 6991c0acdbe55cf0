import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { signBody } from '../../../src/platform/security/signatures.ts';
import { START_TIME } from '../../support/test-app.ts';
import type { Activity, Caller, MemoryUse, ReadRequest, ReadResponse, Ready } from './protocol.ts';
import { TableDigests, TableIndex, type Tables } from './tables.ts';

const SCRIPT = join(import.meta.dir, 'server.ts');
/** Keeps installations in memory if possible, because disk speed is not under test. */
const MEMORY_FOLDER = '/dev/shm';
/** A request without a response after this time hangs. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** The signature header of incoming webhooks. */
export const SIGNATURE_HEADER = 'X-Webhook-Signature';
const TIMESTAMP_HEADER = 'X-Webhook-Timestamp';
/** Placeholder for the signature of a request that is not signed yet. */
export const UNSIGNED = 'unsigned';
/** The clock of the server under test is stopped. */
const WORLD_SECONDS = String(START_TIME / 1_000);

/** A request that can be sent any number of times. */
export interface WireRequest {
  method: string;
  /** With the API prefix and the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
}

export interface WireResponse {
  /** 0 without a response. */
  status: number;
  headers: Headers;
  /** Parsed if it is JSON. */
  body: unknown;
}

export interface FoundResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed if it is JSON. */
  body(): unknown;
  tables: Tables;
}

/** The effect of a request on the server. */
export interface Effect {
  /** The longest time that it blocked the event loop, in milliseconds. */
  blockedMs: number;
  /** Tables whose content has changed. */
  changed: ReadonlySet<string>;
}

/** Controls the process of server.ts. */
export class FuzzServer {
  /** The database file of the current installation. */
  file = '';
  #watcher: Database | undefined;
  #version = 0;
  readonly #index = new TableIndex();
  readonly #digests = new TableDigests();
  /** Tables that were written but not compared yet. */
  readonly #unsettled = new Set<string>();

  private constructor(
    readonly child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>,
    readonly ready: Ready,
  ) {}

  /** @param folder the checkout to serve, with its packages installed */
  static async start(folder: string): Promise<FuzzServer> {
    const env = existsSync(MEMORY_FOLDER) ? { TMPDIR: MEMORY_FOLDER } : {};
    const child = Bun.spawn([process.execPath, SCRIPT, folder], {
      env: { ...process.env, ...env, NODE_ENV: 'production' },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    const server = new FuzzServer(child, await firstLine(child.stdout));
    await server.reset();
    return server;
  }

  /** Serves a fresh copy of the prepared installation at the same URL. */
  async reset(): Promise<void> {
    this.#watcher?.close();
    const { file } = await this.#ask<{ file: string }>('reset', { method: 'POST' });
    this.file = file;
    // On a separate connection, data_version changes with every commit of other connections.
    this.#watcher = new Database(file, { readonly: true });
    this.#version = this.#versionNow();
    this.#digests.reset(this.#watcher);
    this.#unsettled.clear();
  }

  send(request: WireRequest): Promise<WireResponse> {
    return sendTo(this.ready.url, request);
  }

  /**
   * Reports the effects of the requests since the last call. Written tables are compared completely, so that rolled-back
   * changes don't count; with `isExact` false, every written table counts as changed, for tables that grow large.
   */
  async effect(isExact = true): Promise<Effect> {
    const { blockedMs, statements, texts } = await this.#ask<Activity>('activity');
    this.#index.learn(this.file, texts);
    const version = this.#versionNow();
    const hasCommitted = version !== this.#version;
    this.#version = version;
    const written = hasCommitted ? [...this.#index.of(statements).writes] : [];
    for (const table of written) this.#unsettled.add(table);
    return { blockedMs, changed: new Set(isExact ? this.settle() : written) };
  }

  /** Accepts the current contents as known. @returns the tables that had changed */
  settle(): string[] {
    const changed = [...this.#unsettled].filter(table => this.#digests.update(this.#watcher!, table));
    this.#unsettled.clear();
    return changed;
  }

  /** Sends many reads inside the process. @returns their responses with the tables that each depends on */
  async read(requests: ReadRequest[]): Promise<FoundResponse[]> {
    const body = JSON.stringify(requests);
    const { responses, texts } = await this.#ask<{ responses: ReadResponse[]; texts: Activity['texts'] }>(
      'reads',
      {
        method: 'POST',
        body,
      },
    );
    this.#index.learn(this.file, texts);
    // The audit log lists exports, which are reads: what they write must not count for the next request.
    const written = new Set(responses.flatMap(({ statements }) => [...this.#index.of(statements).writes]));
    for (const table of written) this.#digests.update(this.#watcher!, table);
    this.#version = this.#versionNow();
    return responses.map(({ status, headers, text, statements }) => {
      const all = new Headers(headers);
      return {
        status,
        headers: all,
        text,
        body: () => parsed(all, text),
        tables: this.#index.of(statements),
      };
    });
  }

  memory(): Promise<MemoryUse> {
    return this.#ask('memory');
  }

  async stop(): Promise<void> {
    this.#watcher?.close();
    await this.child.stdin.end();
    await this.child.exited;
  }

  /** Builds the request of a caller, signed if it is an incoming webhook. */
  authorized(request: WireRequest, caller: Caller): WireRequest {
    const headers = { ...this.credentialOf(caller), ...request.headers };
    if (headers[SIGNATURE_HEADER] !== UNSIGNED) return { ...request, headers };
    const { billing, verification } = this.ready.webhookSecrets;
    const secret = request.path.includes('/billing') ? billing : verification;
    const body = request.body instanceof FormData ? '' : (request.body ?? '');
    const signature = { [SIGNATURE_HEADER]: signBody(secret, body), [TIMESTAMP_HEADER]: WORLD_SECONDS };
    return { ...request, headers: { ...headers, ...signature } };
  }

  credentialOf(caller: Caller): Record<string, string> {
    const credential = this.ready.credentials[caller];
    if (caller === 'anonymous') return {};
    return caller === 'key' ? { 'x-api-key': credential } : { authorization: `Bearer ${credential}` };
  }

  async #ask<T>(what: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(this.ready.control + what, init);
    if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  #versionNow(): number {
    const row = this.#watcher?.query<{ data_version: number }, []>('pragma data_version').get();
    return row?.data_version ?? 0;
  }
}

/** Sends a request to a server. The status is 0 if there is no response in time. */
export async function sendTo(
  url: string,
  { method, path, headers, body }: WireRequest,
): Promise<WireResponse> {
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  } catch (error) {
    return { status: 0, headers: new Headers(), body: String(error) };
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  return parsed(response.headers, await response.text());
}

function parsed(headers: Headers, text: string): unknown {
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  return isJson && text !== '' ? JSON.parse(text) : text;
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<Ready> {
  let text = '';
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('\n')) break;
  }
  if (!text) throw new Error('The server under test did not start');
  return JSON.parse(text) as Ready;
}
