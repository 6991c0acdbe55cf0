import { serveJobs } from '../platform/runtime/worker-thread.ts';
import type { IntegerProgram } from './rules/integer-program.ts';
import { type Solution, solve } from './rules/solve.ts';

/** Runs in the worker thread started by solver.ts. */
serveJobs((programmes: IntegerProgram[]): Solution[] => programmes.map(programme => solve(programme)));
