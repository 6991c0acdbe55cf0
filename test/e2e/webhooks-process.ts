import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from './stored-rows.ts';

/** A server that can be killed and restarted on its folder or PostgreSQL database, and the calls to it. */
export class Installation {
  readonly #storage: Storage;
  readonly #script: string;
  readonly #settings: Record<string, string>;
  #child: Bun.Subprocess | undefined;
  #port = 0;
  #token = '';

  /**
   * @param storage by default that of a SQLite file in a new folder
   * @param script the server's file in this folder
   */
  constructor(
    storage: Storage = { DATA_DIR: mkdtempSync(join(tmpdir(), 'perkmint-webhooks-')) },
    script = 'webhooks-server.ts',
    settings: Record<string, string> = { WEBHOOK_ALLOW: '127.0.0.0/8' },
  ) {
    this.#storage = storage;
    this.#script = script;
    this.#settings = settings;
  }

  get dataDir(): string {
    return this.#storage.DATA_DIR;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/api/v1`;
  }

  async start(): Promise<void> {
    const ready = Promise.withResolvers<number>();
    this.#child = Bun.spawn([process.execPath, join(import.meta.dir, this.#script)], {
      env: {
        ...process.env,
        ...this.#storage,
        PORT: String(this.#port),
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        ACCESS_TOKEN_TTL: '86400',
        ...this.#settings,
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      ipc: message => ready.resolve((message as { port: number }).port),
      onExit: (_child, code) => ready.reject(new Error(`The server left with ${code}`)),
    });
    ready.promise.catch(() => {});
    this.#port = await ready.promise;
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  async register(): Promise<void> {
    const registration = {
      action: 'register',
      email: 'owner@blue-cup.example',
      password: 'correct horse battery',
      name: 'Owner',
      role: 'business',
      businessName: 'Blue Cup',
    };
    this.#token = (await this.call('POST', '/auth', registration)).accessToken;
  }

  // biome-ignore lint/suspicious/noExplicitAny: each caller reads any field of the data
  async call(method: string, path: string, body?: object, token = this.#token): Promise<any> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    const sent = body && JSON.stringify(body);
    const response = await fetch(`${this.url}${path}`, { method, headers, body: sent });
    const json = (await response.json()) as { data: unknown };
    if (!response.ok) throw new Error(JSON.stringify(json));
    return json.data;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

export const CAMPAIGN = {
  name: 'Story of the week',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};
