import { Database } from 'bun:sqlite';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { CAMPAIGN, register } from '../calls.ts';

const RESTART_MS = 100;
const WRITERS = 4;
const RETRY_MS = 25;

/** An installed binary with its data, a service manager that restarts it, and clients that write. */
export class Installation {
  readonly dataDir: string;
  readonly executable: string;
  /** The IDs of campaigns whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  readonly log: string[] = [];
  /** The access token of the owner. */
  token = '';
  #isWanted = false;
  #isWriting = false;
  #service: Promise<void> = Promise.resolve();
  #child: Bun.Subprocess | undefined;
  #writers: Promise<void>[] = [];

  /** @param dataDir the data folder, which may be a mounted disk */
  constructor(
    readonly folder: string,
    readonly port: number,
    readonly env: Record<string, string>,
    dataDir = join(folder, 'data'),
  ) {
    this.dataDir = dataDir;
    this.executable = join(folder, 'bin/perkmint');
    mkdirSync(join(folder, 'bin'), { recursive: true });
  }

  install(binary: string): void {
    for (const name of readdirSync(join(this.folder, 'bin'))) rmSync(join(this.folder, 'bin', name));
    copyFileSync(binary, this.executable);
    chmodSync(this.executable, 0o755);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  /** Starts the service, again whenever it ends. */
  start(): void {
    this.#isWanted = true;
    this.#service = this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isWanted) {
      this.#child = this.spawn(['serve']);
      this.log.push(await new Response(this.#child.stdout as ReadableStream).text());
      await this.#child.exited;
      if (this.#isWanted) await Bun.sleep(RESTART_MS);
    }
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#isWriting = false;
    this.#child?.kill('SIGTERM');
    await this.#service;
    await Promise.all(this.#writers);
  }

  /** Runs the installed program with the settings of the service. */
  spawn(args: string[], env: Record<string, string> = {}): Bun.Subprocess<'ignore', 'pipe', 'pipe'> {
    return Bun.spawn([this.executable, ...args], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: this.folder,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'info',
        ACCESS_TOKEN_TTL: '86400',
        ...this.env,
        ...env,
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
  }

  async run(...args: string[]): Promise<{ code: number; words: string }> {
    const child = this.spawn(args);
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, words: out + err };
  }

  /** Ends all processes of this program as a power failure does, or those for which `isMeant` holds. */
  kill(isMeant: (command: string) => boolean = () => true): void {
    for (const { pid, command } of this.listProcesses()) {
      try {
        if (isMeant(command)) process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  listProcesses(): { pid: number; command: string }[] {
    const found: { pid: number; command: string }[] = [];
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      try {
        const isOurs = readlinkSync(`/proc/${pid}/exe`).startsWith(this.folder);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        if (isOurs) found.push({ pid: Number(pid), command });
      } catch {
        // It has ended.
      }
    }
    return found;
  }

  /** Returns the version that responds as healthy; undefined if none does. */
  async findVersion(): Promise<string | undefined> {
    const response = await fetch(`${this.url}/health`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    if (response?.status !== 200) return undefined;
    return ((await response.json()) as { data: { version: string } }).data.version;
  }

  /** Waits until a server is healthy. @returns its version */
  async waitUntilHealthy(limitMs: number): Promise<string> {
    const deadlineMs = performance.now() + limitMs;
    for (;;) {
      const version = await this.findVersion();
      if (version !== undefined) return version;
      if (performance.now() > deadlineMs) throw new Error(`no healthy server within ${limitMs / 1000} s`);
      await Bun.sleep(RETRY_MS);
    }
  }

  async registerOwner(): Promise<void> {
    const business = { role: 'business', businessName: 'Blue Cup' };
    this.token = (await register(this.url, 'owner@shop.example', business)).accessToken;
  }

  /** Lets clients write until the service is stopped. Those that get no answer try again. */
  write(): void {
    this.#isWriting = true;
    this.#writers = Array.from({ length: WRITERS }, async () => {
      while (this.#isWriting) {
        const id = await this.#create().catch(() => undefined);
        if (id !== undefined) this.acknowledged.push(id);
        else await Bun.sleep(RETRY_MS);
      }
    });
  }

  async #create(): Promise<string | undefined> {
    const response = await fetch(`${this.url}/campaigns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify(CAMPAIGN),
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status !== 201) return undefined;
    return ((await response.json()) as { data: { id: string } }).data.id;
  }

  /** Makes a copy of the data of a stopped service. */
  save(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
    cpSync(this.dataDir, folder, { recursive: true });
  }

  /** Replaces the data by a copy. The token of the owner stays valid. */
  load(folder: string): void {
    mkdirSync(this.dataDir, { recursive: true });
    for (const name of readdirSync(this.dataDir)) rmSync(join(this.dataDir, name), { recursive: true });
    cpSync(folder, this.dataDir, { recursive: true });
    this.acknowledged.length = 0;
    this.log.length = 0;
  }

  /** Reads the stopped service's data. @returns acknowledged campaigns that are missing, and the newest migration */
  readData(): { missing: string[]; migration: string } {
    const db = new Database(join(this.dataDir, 'perkmint.sqlite'), { readonly: true });
    try {
      const ids = new Set(
        db
          .query<{ id: string }, []>('select id from campaigns')
          .all()
          .map(({ id }) => id),
      );
      const { name } = db
        .query<{ name: string }, []>('select name from _migrations order by rowid desc limit 1')
        .get()!;
      return { missing: this.acknowledged.filter(id => !ids.has(id)), migration: name };
    } finally {
      db.close();
    }
  }
}
