import { BUILD } from '../platform/version.ts';
import { WorkerThread } from '../platform/worker-thread.ts';
import type { IntegerProgram } from './rules/integer-program.ts';
import type { Solution } from './rules/solve.ts';

/** Inside the binary a module lies under its path from the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './src/planner/solver-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './solver-worker.ts', import.meta.url);
/** Plans take about half a second each: the last one waits for ten. */
const MAX_WAITING_PLANS = 20;
/** Many times what the largest programme takes (bun run check:planner). */
const PLAN_TIMEOUT_MS = 15_000;

/** Finds the optimum of programmes, beside the event loop. */
export interface Solver {
  /**
   * @param signal of the client: nobody solves for one that is gone
   * @throws UNAVAILABLE when too many plans wait or this one takes too long
   */
  solve(programmes: readonly IntegerProgram[], signal?: AbortSignal): Promise<Solution[]>;
  close(): void;
}

/** Starts nothing yet. */
export function createSolver(): Solver {
  const thread = new WorkerThread<readonly IntegerProgram[], Solution[]>({
    url: WORKER_URL,
    maxWaiting: MAX_WAITING_PLANS,
    timeoutMs: PLAN_TIMEOUT_MS,
  });
  return {
    solve: (programmes, signal) => thread.run(programmes, signal),
    close: () => thread.close(),
  };
}
