import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/free-port.ts';

const METRICS_TOKEN = 'metrics-token-of-the-soak';
export const ADMIN = { email: 'admin@soak.example', password: 'correct horse battery' };
/** Files that grow with the records. */
const GROWING = ['uploads', 'backups'];

/** The resources that the server uses at one moment. */
export interface Usage {
  /** Minutes since the first request. */
  minute: number;
  /** Without mapped files: SQLite maps the whole database. */
  memoryBytes: number;
  heapBytes: number;
  openFiles: number;
  threads: number;
  logBytes: number;
  /** Files in its data folder and its temporary folder, without uploads and backups. */
  files: number;
}

/** `perkmint serve` as a process on an empty folder, with a temporary folder of its own. */
export class SoakServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'perkmint-soak-'));
  readonly #port = findFreePort();
  readonly #child: Bun.Subprocess;
  readonly url = `http://127.0.0.1:${this.#port}`;

  /** @param program its command line */
  constructor(program: string[], settings: Record<string, string>) {
    const [dataDir, temporary] = ['data', 'tmp'].map(name => join(this.#folder, name)) as [string, string];
    for (const each of [dataDir, temporary]) mkdirSync(each);
    this.#child = Bun.spawn([...program, 'serve', '--port', String(this.#port)], {
      env: {
        PATH: process.env.PATH,
        HOME: this.#folder,
        TMPDIR: temporary,
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
        RATE_LIMIT: 'off',
        REGISTRATION: 'open',
        WEBHOOK_ALLOW: '127.0.0.0/8',
        METRICS_TOKEN,
        // Compiled code grows for hours, as more and more functions are called often enough, and hides what is kept.
        BUN_JSC_useJIT: '0',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...settings,
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    });
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async waitUntilUp(): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.url}/api/v1/health`).catch(() => undefined);
      if (response?.ok) return;
      if (this.hasEnded) throw new Error('The server did not start');
      await Bun.sleep(100);
    }
  }

  async readUsage(minute: number): Promise<Usage> {
    const response = await fetch(`${this.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    if (!response.ok) throw new Error(`/metrics: ${response.status}`);
    const text = await response.text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    const readStatus = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    const names = [this.#folder, join(this.#folder, 'data'), join(this.#folder, 'tmp')].flatMap(folder =>
      readdirSync(folder).filter(name => !GROWING.includes(name)),
    );
    return {
      minute,
      memoryBytes: readStatus('RssAnon') * 1024,
      heapBytes: read('process_heap_bytes'),
      openFiles: read('process_open_fds'),
      threads: readStatus('Threads'),
      logBytes: read('perkmint_database_wal_size_bytes'),
      files: names.length,
    };
  }

  get databaseBytes(): number {
    return statSync(join(this.#folder, 'data/perkmint.sqlite')).size;
  }

  /** Stops the server with SIGTERM and deletes its folder. @returns its exit code */
  async remove(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.#child.exited;
    rmSync(this.#folder, { recursive: true, force: true });
    return this.#child.exitCode;
  }
}
