import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cron } from 'croner';
import { type App, createApp, type Overrides } from '../../../src/app.ts';
import { type Job, listJobs, runJob } from '../../../src/jobs/index.ts';
import { HOUR_MS } from '../../../src/platform/clock.ts';
import { createIds } from '../../../src/platform/ids.ts';
import type { Log } from '../../../src/platform/log.ts';
import { ON_SQLITE, testConfig } from '../../support/test-app.ts';
import { openRows, type StoredRows } from '../stored-rows.ts';
import type { Dice } from './dice.ts';
import type { SimulatedDisk } from './disk.ts';
import type { SimulatedTime } from './time.ts';
import type { Trace } from './trace.ts';

/** Cheap argon2id parameters. */
const HASH_COST = { memoryKib: 8, passes: 1 };
/** The steps of a process between two kills, which are its commits and the requests and mails that it sends. */
const MOST_STEPS = 600;
const HOST = { runSelf: async () => ({ exitCode: 0, words: '' }), onDamage: () => {} };

/** Thrown in a process that was killed, so that it does nothing more. */
class Killed extends Error {}

/** A process of the server, from its start to its end. */
interface Process {
  readonly folder: string;
  readonly death: PromiseWithResolvers<void>;
  app?: App;
  isDead: boolean;
}

interface Machine {
  time: SimulatedTime;
  disk: SimulatedDisk;
  dice: Dice;
  trace: Trace;
  /** The connections of a process to the outside. `step` throws if the process ends there. */
  connect(step: (name: string) => void): Pick<Overrides, 'mail' | 'outbound'>;
}

/**
 * A server whose process is killed at any of its steps and started again with what was on the disk then. In this process,
 * a kill is a copy of the data folder as it is at that moment; what the killed one still does has no effect.
 */
export class Installation {
  readonly #machine: Machine;
  readonly counts = { kills: 0, stops: 0 };
  /** Whether it is killed. */
  isFaulty = false;
  #process: Process | undefined;
  #image = mkdtempSync(join(tmpdir(), 'perkmint-simulation-'));
  #starting: Promise<App> | undefined;
  #stepsLeft: number;
  #newestMs = 0;
  /** A clock that is not set back, so that IDs tell the order of records within an hour, in which no time passes. */
  readonly #newest = {
    now: () => {
      this.#newestMs = Math.max(this.#newestMs, Date.now());
      return this.#newestMs;
    },
  };

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#stepsLeft = machine.dice.between(1, MOST_STEPS);
  }

  /** Returns the running server, and starts it first if there is none. */
  async getApp(): Promise<App> {
    if (this.#process?.app && !this.#process.isDead) return this.#process.app;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return await this.#starting;
  }

  /** Runs something on the server. @returns undefined if the server was killed before the end */
  async run<T>(work: (app: App) => Promise<T>): Promise<T | undefined> {
    const app = await this.getApp();
    const { death } = this.#process as Process;
    const killed = death.promise.then(() => undefined);
    const done = work(app);
    // A killed server may fail afterwards.
    done.catch(() => {});
    return await Promise.race([done, killed]);
  }

  /** Reads what is stored. */
  async read<T>(work: (rows: StoredRows) => Promise<T>): Promise<T> {
    await this.getApp();
    const rows = openRows({ DATA_DIR: (this.#process as Process).folder });
    try {
      return await work(rows);
    } finally {
      await rows.close();
    }
  }

  /** Ends the process as a service manager does. */
  async stop(): Promise<void> {
    const process = this.#process;
    if (!process?.app || process.isDead) return;
    this.counts.stops += 1;
    this.#machine.trace.note('stop');
    await process.app.close();
    if (process.isDead) return;
    this.#keep(process);
  }

  /** Lets hours pass in which the server runs, and its scheduled jobs with it. In the last one, the disk has room. */
  async pass(hours: number, work: () => Promise<void>): Promise<void> {
    const { time, disk } = this.#machine;
    for (let hour = 1; hour <= hours; hour++) {
      if (hour === hours) disk.setFull(false);
      const fromMs = Date.now();
      time.pass(1);
      for (const job of listDueJobs(fromMs, fromMs + HOUR_MS)) await this.#runJob(job);
      await work();
    }
  }

  /** Runs a job, and again if the server was killed, because most jobs run again a minute later. */
  async #runJob(job: Job): Promise<void> {
    let count: number | undefined;
    while (count === undefined) count = await this.run(app => runJob(app, job, HOST));
    if (count > 0) this.#machine.trace.note(`job ${job.name} ${count}`);
  }

  /** Ends the process, and removes its data. */
  async close(): Promise<void> {
    if (this.#process) await bury(this.#process);
    rmSync(this.#image, { recursive: true, force: true });
  }

  /** Remembers the data folder of a process that ends. */
  #keep(process: Process): void {
    const { disk } = this.#machine;
    const image = mkdtempSync(join(tmpdir(), 'perkmint-simulation-'));
    cpSync(process.folder, image, { recursive: true });
    this.#image = image;
    process.isDead = true;
    disk.forget(process.folder);
    process.death.resolve();
  }

  async #start(): Promise<App> {
    const { disk, connect, trace } = this.#machine;
    if (this.#process) await bury(this.#process);
    const folder = this.#image;
    const process: Process = { folder, death: Promise.withResolvers<void>(), isDead: false };
    this.#process = process;
    const step = (name: string) => this.#step(process, name);
    disk.watch(folder, {
      beforeCommit: () => step('before a commit'),
      afterCommit: () => step('after a commit'),
    });
    // The receivers compare all deliveries with the events.
    const config = testConfig({ ...ON_SQLITE, DATA_DIR: folder, DELIVERY_RETENTION_DAYS: '3650' });
    const log = this.#createLog(process);
    const ids = createIds(this.#newest);
    process.app = await createApp(config, { ...connect(step), hashCost: HASH_COST, ids, log });
    if (disk.isFull) disk.setFull(true);
    trace.note('start');
    return process.app;
  }

  /** Kills the process if this is its last step. @throws Killed also in a process that is dead already */
  #step(process: Process, name: string): void {
    if (process.isDead) throw new Killed();
    if (!this.isFaulty) return;
    this.#stepsLeft -= 1;
    if (this.#stepsLeft > 0) return;
    const { dice, trace } = this.#machine;
    this.#stepsLeft = dice.between(1, MOST_STEPS);
    this.counts.kills += 1;
    trace.note(`kill ${name}`);
    this.#keep(process);
    throw new Killed();
  }

  /** Errors are problems, except those of a full disk and of a killed process. */
  #createLog(process: Process): Log {
    const { disk, trace } = this.#machine;
    const none = () => {};
    const error = (message: string, fields?: Record<string, unknown>) => {
      if (!process.isDead && !disk.isFull)
        trace.problem(`error in the log: ${message} ${JSON.stringify(describe(fields))}`);
    };
    return { debug: none, info: none, warn: none, error, flush: none };
  }
}

function describe(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const { cause, ...rest } = fields;
  return cause instanceof Error ? { ...rest, cause: cause.stack } : fields;
}

/** Closes what a dead process has open. */
async function bury({ app, folder }: Process): Promise<void> {
  await app?.close().catch(() => {});
  rmSync(folder, { recursive: true, force: true });
}

/** Lists the jobs whose time comes after one time up to another, each once, in the order of their times. */
function listDueJobs(fromMs: number, toMs: number): Job[] {
  const from = new Date(fromMs);
  return listJobs({ usesDataFolder: false })
    .map(job => ({ job, at: new Cron(job.pattern, { utcOffset: 0 }).nextRun(from)?.getTime() ?? Infinity }))
    .filter(({ at }) => at <= toMs)
    .sort((a, b) => a.at - b.at)
    .map(({ job }) => job);
}
