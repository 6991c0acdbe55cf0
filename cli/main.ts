#!/usr/bin/env bun
import { processIo } from './output.ts';
import { run } from './program.ts';

// Set, not called: what stands in the pipes of stdout and stderr must leave before the process does.
process.exitCode = await run(process.argv.slice(2), processIo());
