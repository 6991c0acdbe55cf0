#!/usr/bin/env bun
import { OWNER_ONLY_UMASK } from '../src/platform/runtime/files.ts';
import { processIo } from './output.ts';
import { runCli } from './program.ts';

// Databases, backups, locks and their partial files hold personal data: nobody but their owner reads them.
process.umask(OWNER_ONLY_UMASK);
// Set, not called: what stands in the pipes of stdout and stderr must leave before the process does.
process.exitCode = await runCli(process.argv.slice(2), processIo());
