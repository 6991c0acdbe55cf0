import { BUILD } from '../platform/version.ts';
import { type BackgroundWorker, WorkerThread } from '../platform/worker-thread.ts';
import type { IntegerProgram } from './rules/integer-program.ts';
import type { Solution } from './rules/solve.ts';

/** Inside the binary a module lies under its path from the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './src/planner/solver-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './solver-worker.ts', import.meta.url);
/** Plans take about half a second each: the last one waits for ten. */
const MAX_WAITING_PLANS = 20;
/** Many times what the largest programme takes (bun run check:planner). */
const PLAN_TIMEOUT_MS = 15_000;

/** Creates the solver's thread; it starts with the first plan. */
export function createSolver(): BackgroundWorker {
  return new WorkerThread<readonly IntegerProgram[], Solution[]>({
    url: WORKER_URL,
    maxWaiting: MAX_WAITING_PLANS,
    timeoutMs: PLAN_TIMEOUT_MS,
  });
}

/**
 * Finds the optimum of each program without blocking the event loop.
 * @param signal aborts the work when the client is gone
 * @throws UNAVAILABLE when too many plans are waiting or this one takes too long
 */
export function solvePrograms(
  solver: BackgroundWorker,
  programs: readonly IntegerProgram[],
  signal?: AbortSignal,
): Promise<Solution[]> {
  // The solver's thread answers with what solver-worker.ts returns.
  return solver.run(programs, signal) as Promise<Solution[]>;
}
