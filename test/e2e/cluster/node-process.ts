import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_SECRETS } from '../../support/postgres-app.ts';

const CLI = join(import.meta.dir, '../../../cli/main.ts');
/** Between two starts of a node that ends, such as while its database is away. */
const RESTART_DELAY_MS = 100;

/** A server of several, as a process that can be killed. It is started again whenever it ends, as by a supervisor. */
export class NodeProcess {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'perkmint-node-'));
  readonly #program: string;
  readonly #env: Record<string, string | undefined>;
  #child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
  #port = 0;
  #isWanted = false;
  #listening = Promise.withResolvers<void>();
  #supervised: Promise<void> = Promise.resolve();
  /** Lines of the log at the level `error`. */
  readonly errors: string[] = [];
  /** How often it was started, and how often it ended on its own. */
  starts = 0;
  failures = 0;

  /** @param program the entry file of the program, by default this version's */
  constructor(databaseUrl: string, settings: Record<string, string> = {}, program = CLI) {
    this.#program = program;
    this.#env = {
      PATH: process.env.PATH,
      HOME: this.#dataDir,
      DATA_DIR: this.#dataDir,
      DATABASE_URL: databaseUrl,
      ...NODE_SECRETS,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ACCESS_TOKEN_TTL: '86400',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      ...settings,
    };
    process.on('exit', () => this.#child?.kill('SIGKILL'));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/api/v1`;
  }

  get isListening(): Promise<void> {
    return this.#listening.promise;
  }

  /** Starts the server and waits until it listens. */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#supervised = this.#supervise();
    await this.isListening;
  }

  /** Kills the running server; it is started again. */
  async kill(): Promise<void> {
    await this.isListening;
    const child = this.#child;
    child?.kill('SIGKILL');
    await child?.exited;
  }

  /** Stops the server with a signal, and does not start it again. @returns its exit code */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    this.#isWanted = false;
    const child = this.#child;
    child?.kill(signal);
    await this.#supervised;
    return child?.exitCode ?? null;
  }

  /** Stops the server and deletes its folder. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** Runs a command with the settings of the server. */
  async cli(...args: string[]): Promise<{ isClean: boolean; exitCode: number; out: string }> {
    const child = Bun.spawn([process.execPath, this.#program, ...args], {
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

  async #supervise(): Promise<void> {
    while (this.#isWanted) {
      const child = this.#spawn();
      this.#child = child;
      this.starts++;
      await Promise.all([this.#readLog(child.stdout), this.#readLog(child.stderr)]);
      await child.exited;
      if (child.signalCode !== 'SIGKILL' && this.#isWanted) {
        this.failures++;
        await Bun.sleep(RESTART_DELAY_MS);
      }
    }
  }

  #spawn() {
    this.#listening = Promise.withResolvers();
    return Bun.spawn([process.execPath, this.#program, 'serve', '--port', String(this.#port)], {
      env: this.#env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
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
    const { message, level, port } = parse(line);
    if (message === 'listening') {
      this.#port = Number(port);
      this.#listening.resolve();
    } else if (level === 'error' || level === undefined) this.errors.push(line);
  }
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
