import { type BackgroundWorker, WorkerThread } from '../../platform/runtime/worker-thread.ts';
import { BUILD } from '../../platform/version.ts';
import type { IntegerProgram } from './rules/integer-program.ts';
import type { Solution } from './rules/solve.ts';

/** In the compiled binary, a module's path is relative to the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './src/planner/optimizer/solver-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './solver-worker.ts', import.meta.url);
/** A plan takes about half a second, so the last one in the queue waits ten. */
const MAX_WAITING_PLANS = 20;
/** Many times longer than the largest program takes (bun run check:planner). */
const PLAN_TIMEOUT_MS = 15_000;

/** Creates the solver's thread; it starts with the first plan. */
export function createSolver(): BackgroundWorker {
  return new WorkerThread<readonly IntegerProgram[], Solution[]>({
    url: WORKER_URL,
    maxQueued: MAX_WAITING_PLANS,
    timeoutMs: PLAN_TIMEOUT_MS,
  });
}

/**
 * Solves each program without blocking the event loop.
 * @param signal cancels the work if the client disconnects
 * @throws UNAVAILABLE if too many plans are queued or this one takes too long
 */
export function solvePrograms(
  solver: BackgroundWorker,
  programs: readonly IntegerProgram[],
  signal?: AbortSignal,
): Promise<Solution[]> {
  // The worker returns the result type of solver-worker.ts.
  return solver.run(programs, signal) as Promise<Solution[]>;
}
