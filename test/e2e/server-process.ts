import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peek } from 'bun';
import { call, type Data, register } from './calls.ts';
import type { Market } from './crash/orders/floor.ts';
import type { Storage } from './stored-rows.ts';

const CLI = join(import.meta.dir, '../../cli/main.ts');
/** Between two starts of a supervised server that ends, such as while its database is away. */
const RESTART_DELAY_MS = 100;

export interface ServerOptions {
  settings?: Record<string, string>;
  /** The command line of the program, by default that of the sources. */
  program?: string[];
  /** A command that runs the program, such as a shell that lowers a limit first. */
  wrapper?: string[];
  /** Whether the server is started again whenever it ends, as by a supervisor. */
  isSupervised?: boolean;
}

/** `perkmint serve` as a process that can be killed and restarted on its folder, or on its PostgreSQL database. */
export class ServerProcess implements Market {
  readonly storage: Storage;
  readonly #env: Record<string, string | undefined>;
  readonly #program: string[];
  readonly #wrapper: string[];
  readonly #isSupervised: boolean;
  #child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
  #port = 0;
  #token = '';
  #isWanted = false;
  #listening = Promise.withResolvers<void>();
  #ended: Promise<void> = Promise.resolve();
  /** Lines of the log at the level `error`, and those of crashes. */
  readonly errors: string[] = [];
  /** How often it was started, and how often it ended unexpectedly. */
  starts = 0;
  failures = 0;

  /** @param storage by default that of a SQLite file in a new folder */
  constructor(
    storage: Storage = { DATA_DIR: mkdtempSync(join(tmpdir(), 'perkmint-server-')) },
    { settings, program = [process.execPath, CLI], wrapper = [], isSupervised = false }: ServerOptions = {},
  ) {
    this.storage = storage;
    this.#program = program;
    this.#wrapper = wrapper;
    this.#isSupervised = isSupervised;
    this.#env = {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      HOME: storage.DATA_DIR,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ACCESS_TOKEN_TTL: '86400',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      ...storage,
      ...settings,
    };
    process.on('exit', () => this.#child?.kill('SIGKILL'));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/api/v1`;
  }

  /** @throws Error before the start */
  get pid(): number {
    if (!this.#child) throw new Error('The server has not started');
    return this.#child.pid;
  }

  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  get isListening(): Promise<void> {
    return this.#listening.promise;
  }

  /** Resolves when the process has ended and is not started again. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Starts the server and waits until it listens, always on the port of the first start. */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#expectStart();
    this.#ended = this.#serve();
    await this.isListening;
  }

  /** Kills the running server. If it is supervised, it is started again. */
  async kill(): Promise<void> {
    if (!this.#isSupervised) {
      await this.stop('SIGKILL');
      return;
    }
    await this.isListening;
    const child = this.#child;
    this.#expectStart();
    child?.kill('SIGKILL');
    await child?.exited;
  }

  /** Stops the server with a signal, and does not start it again. @returns its exit code */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    this.#isWanted = false;
    this.#child?.kill(signal);
    await this.#ended;
    return this.exitCode;
  }

  /** Stops the server and deletes its folder. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.storage.DATA_DIR, { recursive: true, force: true });
  }

  /** Runs a command with the settings of the server. */
  async cli(...args: string[]): Promise<{ isClean: boolean; exitCode: number; out: string }> {
    const child = Bun.spawn([...this.#program, ...args], {
      env: this.#env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    const exitCode = await child.exited;
    return { isClean: exitCode === 0, exitCode, out: `${out}${errors}` };
  }

  /** Registers a business, whose owner makes the later calls. */
  async register(): Promise<{ ownerToken: string; businessId: string }> {
    const business = { role: 'business', businessName: 'Blue Cup' };
    const { accessToken, user } = await register(this.url, 'owner@blue-cup.example', business);
    this.#token = accessToken;
    return { ownerToken: accessToken, businessId: user.businessId };
  }

  async call(method: string, path: string, body?: object, token = this.#token): Promise<Data> {
    return call(this.url, method, path, body, token);
  }

  #expectStart(): void {
    this.#listening = Promise.withResolvers();
    this.#listening.promise.catch(() => {});
  }

  async #serve(): Promise<void> {
    do {
      const command = [...this.#program, 'serve', '--port', String(this.#port)];
      const child = Bun.spawn([...this.#wrapper, ...command], {
        env: this.#env,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      this.#child = child;
      this.starts++;
      await Promise.all([this.#readLog(child.stdout), this.#readLog(child.stderr), child.exited]);
      if (child.signalCode === 'SIGKILL' || !this.#isWanted) continue;
      this.failures++;
      if (this.#isSupervised) {
        if (peek.status(this.isListening) !== 'pending') this.#expectStart();
        await Bun.sleep(RESTART_DELAY_MS);
      } else
        this.#listening.reject(new Error(`The server left with ${child.exitCode}: ${this.errors.at(-1)}`));
    } while (this.#isWanted && this.#isSupervised);
  }

  async #readLog(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of stream) {
      const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#readLine(line);
    }
    if (rest) this.#readLine(rest);
  }

  #readLine(line: string): void {
    const { message, level, port } = parseLine(line);
    if (message === 'listening') {
      this.#port = Number(port);
      this.#listening.resolve();
    } else if (level === 'error' || (level === undefined && !line.startsWith('Set up your shop')))
      this.errors.push(line);
  }
}

/** Returns the fields of a line of the log, none if it is not JSON. */
export function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
