import type { App } from '../../src/app.ts';
import { SECRET_SETTINGS } from '../../src/config/secrets.ts';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed } from '../errors.ts';
import { withApp } from '../with-app.ts';

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
  return await withApp(config, { clock: context.clock }, async app => {
    const problems = await checkIntegrity(app.as(CLI));
    if (problems.length > 0)
      throw new CheckFailed(`The stored totals of ${named} are inconsistent; nothing was moved`, problems);
    return await work(app);
  });
}
