import { type App, createApp, type OpenOptions } from '../src/app.ts';
import type { Config } from '../src/config/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import { silentLog } from '../src/platform/log.ts';

/** Opens the installation, or the copy of one, of these settings without a log for one piece of work, and closes it. */
export async function withApp<T>(
  config: Config,
  { clock, ...options }: OpenOptions & { clock?: Clock },
  work: (app: App) => Promise<T>,
): Promise<T> {
  const app = await createApp(config, { log: silentLog, ...(clock && { clock }) }, options);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
