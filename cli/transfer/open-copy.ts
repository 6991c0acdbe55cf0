import { type App, createApp } from '../../src/app.ts';
import { SECRET_SETTINGS } from '../../src/config/secrets.ts';
import { CLI } from '../../src/context.ts';
import { silentLog } from '../../src/platform/log.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed } from '../errors.ts';

/**
 * Opens a copy of a database in a folder of its own, with the secrets in that folder, migrates it and verifies its totals
 * before a piece of work. It is not the installation: its settings for the database and the secrets do not apply.
 * @param named the file in errors
 * @throws CheckFailed if stored totals are inconsistent; MigrationError for a copy of a newer version
 */
export async function withCopy<T>(
  context: CommandContext,
  { folder, named }: { folder: string; named: string },
  work: (app: App) => Promise<T>,
): Promise<T> {
  const unset = Object.fromEntries(Object.keys(SECRET_SETTINGS).map(name => [name, '']));
  const config = { ...context.config(), ...unset, databaseUrl: '', dataDir: folder };
  const app = await createApp(config, { log: silentLog, clock: context.clock });
  try {
    const problems = await checkIntegrity(app.as(CLI));
    if (problems.length > 0)
      throw new CheckFailed(`The stored totals of ${named} are inconsistent; nothing was moved`, problems);
    return await work(app);
  } finally {
    await app.close();
  }
}
