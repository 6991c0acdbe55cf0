import { serveJobs } from '../../platform/runtime/worker-thread.ts';
import type { IntegerProgram } from './rules/integer-program.ts';
import { type Solution, solveProgram } from './rules/solve.ts';

/** Runs in the worker thread started by solver.ts. */
serveJobs((programs: IntegerProgram[]): Solution[] => programs.map(program => solveProgram(program)));
