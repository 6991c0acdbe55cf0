import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Market } from './exchange-floor.ts';
import type { Storage } from './stored-rows.ts';

/** The real server as a process that can be killed and restarted on its folder, or on its PostgreSQL database. */
export class ServerProcess implements Market {
  readonly #env: Record<string, string | undefined>;
  #child: Bun.Subprocess | undefined;
  #port = 0;

  constructor(readonly storage: Storage) {
    this.#env = {
      ...process.env,
      ...storage,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ACCESS_TOKEN_TTL: '86400',
    };
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/api/v1`;
  }

  /** @throws Error before the start */
  get pid(): number {
    if (!this.#child) throw new Error('The server has not started');
    return this.#child.pid;
  }

  async start(): Promise<void> {
    const ready = Promise.withResolvers<number>();
    this.#child = Bun.spawn([process.execPath, join(import.meta.dir, 'crash-server.ts')], {
      env: { ...this.#env, PORT: String(this.#port) },
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

  async cli(...args: string[]): Promise<{ isClean: boolean; out: string }> {
    const command = [process.execPath, join(import.meta.dir, '../../cli/main.ts'), ...args];
    const child = Bun.spawn(command, { env: this.#env, stdout: 'pipe', stderr: 'pipe' });
    const [out, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { isClean: (await child.exited) === 0, out: `${out}${errors}` };
  }

  remove(): void {
    rmSync(this.storage.DATA_DIR, { recursive: true, force: true });
  }
}
