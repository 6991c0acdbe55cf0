import { readEnvironment } from '../src/config/environment.ts';
import { SUPERVISE } from './serve/hand-over.ts';

const supervised = readEnvironment()[SUPERVISE];

// A process that only watches another one loads no commands.
if (supervised) {
  const { superviseServer } = await import('./serve/supervisor.ts');
  process.exitCode = await superviseServer(supervised);
} else await import('./run.ts');
