import { inspect, type Run } from './workload.ts';

/** A failure follows its action by up to this long, so that it meets any step of a request. */
const MAX_DELAY_MS = 20;
/** No failure happens after this share of the progress, so that the clients survive the last one. */
const LAST_FAILURE = 0.98;
const SAMPLE_MS = 20;

export interface Plan {
  clients: number;
  /** The progress at which the clients stop. */
  target: number;
  failures: (() => Promise<void>)[];
  /** Whether everything is compared after each failure. */
  isVerifiedOften?: boolean;
}

export interface Outcome {
  problems: string[];
  failures: number;
  /** Actions that were in progress at a failure. */
  inFlight: number;
  /** The longest time without progress. */
  longestPauseMs: number;
  seconds: number;
}

/** Pauses all clients between two actions, so that no request is in flight. */
class Gate {
  #opened = Promise.resolve();
  #open = () => {};
  inside = 0;

  async run(action: () => Promise<void>): Promise<void> {
    await this.#opened;
    this.inside += 1;
    try {
      await action();
    } finally {
      this.inside -= 1;
    }
  }

  close(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#opened = promise;
    this.#open = resolve;
  }

  async isEmpty(): Promise<void> {
    while (this.inside > 0) await Bun.sleep(1);
  }

  open(): void {
    this.#open();
  }
}

/** Lets the clients act until the target is reached, or there is a problem. Each failure happens at a random time. */
export async function drive(run: Run, plan: Plan): Promise<Outcome> {
  const { clients, target, failures, isVerifiedOften } = plan;
  const { progress, traffic } = run;
  const outcome: Outcome = { problems: [], failures: 0, inFlight: 0, longestPauseMs: 0, seconds: 0 };
  const hasProblems = () => traffic.unexpected.length + outcome.problems.length > 0;
  const gate = new Gate();
  const work = async (client: number) => {
    while (progress() < target && !hasProblems()) await gate.run(() => run.act(client));
  };
  const startedAt = performance.now();
  const begin = progress();
  let [count, since] = [begin, startedAt];
  const timer = setInterval(() => {
    const [now, found] = [performance.now(), progress()];
    outcome.longestPauseMs = Math.max(outcome.longestPauseMs, now - since);
    if (found > count) [count, since] = [found, now];
  }, SAMPLE_MS);
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  const moments = failures.map(() => begin + Math.random() * (target - begin) * LAST_FAILURE);
  moments.sort((a, b) => a - b);
  for (const [index, fail] of failures.entries()) {
    while (progress() < (moments[index] as number) && !hasProblems()) await Bun.sleep(1);
    await Bun.sleep(Math.random() * MAX_DELAY_MS);
    if (isVerifiedOften) gate.close();
    outcome.inFlight += gate.inside;
    await fail();
    outcome.failures += 1;
    if (isVerifiedOften) {
      await gate.isEmpty();
      const found = await inspect(run);
      outcome.problems.push(...found.map(problem => `after failure ${outcome.failures}: ${problem}`));
      gate.open();
    }
    if (hasProblems()) break;
  }
  await working;
  clearInterval(timer);
  outcome.seconds = (performance.now() - startedAt) / 1_000;
  return outcome;
}
