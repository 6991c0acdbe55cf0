#!/usr/bin/env bun
import { formatVersion } from '../src/platform/version.ts';

const args = process.argv.slice(2);
const isVersionRequest = args.length === 1 && (args[0] === '--version' || args[0] === '-V');

// Answered before anything else is loaded, because scripts and packages ask for the version often.
if (isVersionRequest) process.stdout.write(`${formatVersion()}\n`);
else await import('./start.ts');
