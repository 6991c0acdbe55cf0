import type { App } from '../../../src/app.ts';
import { CLI } from '../../../src/context.ts';
import { checkIntegrity } from '../../../src/system/service/integrity.ts';
import { CampaignShop } from './campaign-shop.ts';
import { Client } from './client.ts';
import { CounterShop } from './counter-shop.ts';
import { Dice } from './dice.ts';
import { SimulatedDisk } from './disk.ts';
import { Installation } from './installation.ts';
import { ProgramShop } from './program-shop.ts';
import { Receivers } from './receivers.ts';
import type { Shop } from './shop.ts';
import { SimulatedTime } from './time.ts';
import { Trace } from './trace.ts';

/** The probabilities of what happens after a round of commands. */
const TIME_PASSES = 0.2;
const DAYS_PASS = 0.1;
const DISK_FILLS = 0.02;
const SERVER_STOPS = 0.02;
const CLOCK_IS_SET = 0.03;
const RECEIVERS_ASKED = 0.3;

const SHORT_HOURS = 6;
/** With the hours of a wrong clock, less than the age at which events cause no mails any more, which is two days. */
const LONG_HOURS = 20;
/** More than a day in either direction. */
const WRONG_HOURS = 26;
/** All retries of a webhook take two days, and the clock may be set back by another one before the last of them. */
const HEALING_HOURS = 80;
/** Rounds between full comparisons. */
const AUDIT_EVERY = 50;

export interface Result {
  problems: string[];
  /** The sum of all that happened, which is the same in each run of a seed. */
  sum: string;
  counts: Record<string, number>;
}

/** A town of shops, each with its model, and one server that fails. */
class Run {
  readonly #time: SimulatedTime;
  readonly #disk = new SimulatedDisk();
  readonly #dice: Dice;
  readonly #trace: Trace;
  readonly #receivers: Receivers;
  readonly #installation: Installation;
  readonly #client: Client;
  readonly #shops: Shop[] = [];
  readonly #counts = { hours: 0, rounds: 0, 'full disks': 0, 'wrong clocks': 0 };

  constructor(seed: number, print?: (line: string) => void) {
    this.#time = new SimulatedTime(seed);
    this.#dice = new Dice(seed, 'events');
    this.#trace = new Trace(print);
    const receivers = new Receivers(new Dice(seed, 'receivers'));
    this.#receivers = receivers;
    const around = { disk: this.#disk, trace: this.#trace };
    this.#installation = new Installation({
      ...around,
      time: this.#time,
      dice: new Dice(seed, 'kills'),
      connect: step => receivers.connect(step),
    });
    const dice = new Dice(seed, 'network');
    this.#client = new Client({ ...around, installation: this.#installation, dice });
  }

  async open(seed: number, rounds: number): Promise<void> {
    const [installation, client] = [this.#installation, this.#client];
    const town = { installation, client, receivers: this.#receivers, trace: this.#trace };
    for (const { open } of [CounterShop, ProgramShop, CampaignShop])
      this.#shops.push(await open(town, seed, rounds));
  }

  /** Plays rounds until there is a problem. */
  async play(rounds: number): Promise<void> {
    this.#setFaulty(true);
    while (this.#counts.rounds < rounds && !this.#hasProblem) {
      this.#counts.rounds += 1;
      const alone = this.#shops.filter(shop => shop.actsAlone);
      await Promise.all(this.#shops.filter(shop => !alone.includes(shop)).map(shop => shop.act()));
      for (const shop of alone) await shop.act();
      for (const shop of this.#shops) await shop.check();
      await this.#goOn();
      if (this.#counts.rounds % AUDIT_EVERY === 0) await this.#audit();
    }
    if (this.#hasProblem) return;
    this.#setFaulty(false);
    await this.#letPass(HEALING_HOURS);
    await this.#audit();
    for (const problem of await this.#installation.read(rows => this.#receivers.verify(rows)))
      this.#trace.problem(problem);
  }

  async close(): Promise<Result> {
    await this.#installation.close();
    this.#time.end();
    const { problems, sum } = this.#trace;
    const parts = [this.#counts, this.#installation.counts, this.#client.counts, this.#receivers.counts];
    return { problems, sum, counts: Object.assign({}, ...parts) };
  }

  get #hasProblem(): boolean {
    return this.#trace.problems.length > 0;
  }

  /** Has some things happen between two rounds: deliveries, time, another clock, a stop, a full disk. */
  async #goOn(): Promise<void> {
    const dice = this.#dice;
    if (dice.hits(RECEIVERS_ASKED)) await this.#deliver();
    if (dice.hits(TIME_PASSES))
      await this.#letPass(dice.between(1, dice.hits(DAYS_PASS) ? LONG_HOURS : SHORT_HOURS));
    if (dice.hits(CLOCK_IS_SET)) await this.#setClock(dice.between(-WRONG_HOURS, WRONG_HOURS));
    if (dice.hits(SERVER_STOPS)) {
      await this.#deliver();
      await this.#installation.stop();
      await this.#letPass(1, { off: dice.between(0, LONG_HOURS) });
    }
    if (dice.hits(DISK_FILLS) && !this.#disk.isFull) {
      this.#trace.note('the disk is full');
      this.#counts['full disks'] += 1;
      this.#disk.setFull(true);
    }
  }

  async #setClock(by: number): Promise<void> {
    await this.#deliver();
    this.#trace.note(`the clock is set by ${by} hours`);
    this.#counts['wrong clocks'] += 1;
    this.#time.set(by);
    // The models compare when the jobs have run.
    await this.#letPass(1, { set: by });
  }

  /**
   * Lets hours pass in which the server runs.
   * @param off hours before that in which it did not run
   * @param set hours by which the clock was set before
   */
  async #letPass(on: number, { off = 0, set = 0 } = {}): Promise<void> {
    this.#time.pass(off);
    await this.#installation.pass(on, () => this.#deliver());
    this.#counts.hours += off + on;
    for (const shop of this.#shops) await shop.moveClock(set + off + on);
  }

  /** Has the webhooks and mails that are due sent, as a server does every second. */
  async #deliver(): Promise<void> {
    const send = async ({ worker, mailWorker }: App) => {
      await worker.drain();
      await mailWorker.drain();
      return true;
    };
    while (!(await this.#installation.run(send)));
  }

  async #audit(): Promise<void> {
    for (const shop of this.#shops) await shop.checkAll();
    const problems = await this.#installation.run(app => checkIntegrity(app.as(CLI)));
    for (const problem of problems ?? []) this.#trace.problem(problem);
  }

  #setFaulty(isFaulty: boolean): void {
    for (const part of [this.#client, this.#receivers, this.#installation]) part.isFaulty = isFaulty;
    if (!isFaulty) this.#disk.setFull(false);
  }
}

/** Plays the rounds of a seed. Replaces the time of this process. @param print called with each line of the trace */
export async function play(seed: number, rounds: number, print?: (line: string) => void): Promise<Result> {
  const run = new Run(seed, print);
  await run.open(seed, rounds);
  await run.play(rounds);
  return await run.close();
}
