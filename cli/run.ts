import { OWNER_ONLY_UMASK } from '../src/platform/runtime/files.ts';
import { processIo } from './output.ts';
import { runCli } from './program.ts';

// Databases, backups, locks and temporary files contain personal data, so only their owner may read them.
process.umask(OWNER_ONLY_UMASK);
// Set exitCode instead of calling exit(), so that stdout and stderr can flush.
process.exitCode = await runCli(process.argv.slice(2), processIo());
