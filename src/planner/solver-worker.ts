import { serveJobs } from '../platform/runtime/worker-thread.ts';
import type { IntegerProgram } from './optimizer/rules/integer-program.ts';
import { type Solution, solveProgram } from './optimizer/rules/solve.ts';

/** Runs in the worker thread started by solver.ts. */
serveJobs((programmes: IntegerProgram[]): Solution[] => programmes.map(programme => solveProgram(programme)));
