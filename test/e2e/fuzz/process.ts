import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { signBody } from '../../../src/platform/security/signatures.ts';
import { START_TIME } from '../../support/test-app.ts';
import type { Activity, Caller, MemoryUse, ReadAnswer, ReadRequest, Ready } from './protocol.ts';
import { TableDigests, TableIndex, type Tables } from './tables.ts';

const SCRIPT = join(import.meta.dir, 'server.ts');
/** Where there is one, worlds live in memory: how fast a disk syncs is not what is tested. */
const MEMORY_FOLDER = '/dev/shm';
/** A request that is not answered by then hangs. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Of webhooks that others send to us. */
export const SIGNATURE_HEADER = 'X-Webhook-Signature';
const TIMESTAMP_HEADER = 'X-Webhook-Timestamp';
/** Stands for the signature of a request that is not signed yet. */
export const UNSIGNED = 'unsigned';
/** The clock of the server under test stands still. */
const WORLD_SECONDS = String(START_TIME / 1_000);

/** A request as it can be sent any number of times. */
export interface WireRequest {
  method: string;
  /** With the prefix and the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
}

export interface WireAnswer {
  /** 0 where there was no answer. */
  status: number;
  headers: Headers;
  /** Parsed where it is JSON. */
  body: unknown;
}

export interface FoundAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed where it is JSON. */
  body(): unknown;
  tables: Tables;
}

/** What became of the server by a request. */
export interface Effect {
  /** The longest time in which it kept the event loop from turning, in milliseconds. */
  blockedMs: number;
  /** Tables whose content is another one now. */
  changed: ReadonlySet<string>;
}

/** The process of server.ts, seen from the fuzz. */
export class FuzzServer {
  /** The database of the installation that is served now. */
  file = '';
  #watcher: Database | undefined;
  #version = 0;
  readonly #index = new TableIndex();
  readonly #digests = new TableDigests();
  /** Tables that were written and not compared yet. */
  readonly #unsettled = new Set<string>();

  private constructor(
    readonly child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>,
    readonly ready: Ready,
  ) {}

  /** @param folder the checkout that is served, with its packages installed */
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

  /** Puts a fresh copy of the prepared installation behind the address. */
  async reset(): Promise<void> {
    this.#watcher?.close();
    const { file } = await this.#ask<{ file: string }>('reset', { method: 'POST' });
    this.file = file;
    // Of a connection of its own, the version changes with every commit of another that changed anything.
    this.#watcher = new Database(file, { readonly: true });
    this.#version = this.#versionNow();
    this.#digests.reset(this.#watcher);
    this.#unsettled.clear();
  }

  async send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    try {
      const response = await fetch(this.ready.url + path, {
        method,
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, body: await bodyOf(response) };
    } catch (error) {
      return { status: 0, headers: new Headers(), body: String(error) };
    }
  }

  /**
   * What the requests since the last call did. Tables that they wrote are compared as a whole, so that a change that
   * was undone is none; where they grow without bound, `isExact` as false takes each that was written for changed.
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

  /** Takes what was written up to now for known. @returns the tables of which that makes a difference */
  settle(): string[] {
    const changed = [...this.#unsettled].filter(table => this.#digests.update(this.#watcher!, table));
    this.#unsettled.clear();
    return changed;
  }

  /** Answers of many reads, asked inside the process, each with the tables it was made from. */
  async read(requests: ReadRequest[]): Promise<FoundAnswer[]> {
    const body = JSON.stringify(requests);
    const { answers, texts } = await this.#ask<{ answers: ReadAnswer[]; texts: Activity['texts'] }>('reads', {
      method: 'POST',
      body,
    });
    this.#index.learn(this.file, texts);
    return answers.map(({ status, headers, text, statements }) => {
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

  /** The request as a caller sends it; signed, where it is a webhook of ours that asks for it. */
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
    if (caller === 'nobody') return {};
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
