import { serveJobs } from '../platform/worker-thread.ts';
import type { Programme } from './rules/programme.ts';
import { type Solution, solve } from './rules/solve.ts';

/** Runs in the thread of solver.ts. */
serveJobs((programmes: Programme[]): Solution[] => programmes.map(programme => solve(programme)));
