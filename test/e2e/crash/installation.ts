import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../server-process.ts';
import { createStorage } from '../stored-rows.ts';
import type { Installation } from './workload.ts';

/** Starts a server on a new folder, or a new PostgreSQL database if TEST_DATABASE is set, that is killed `kills` times. */
export async function openInstallation(
  kills: number,
  settings: Record<string, string> = {},
): Promise<Installation & { server: ServerProcess }> {
  const storage = await createStorage(mkdtempSync(join(tmpdir(), 'perkmint-crash-')));
  const server = new ServerProcess(storage, { settings });
  await server.start();
  const restart = async () => {
    await server.kill();
    await server.start();
  };
  return {
    server,
    servers: [server],
    storage,
    failures: Array(kills).fill(restart),
    restart,
    close: async isKept => {
      if (isKept) await server.kill();
      else await server.remove();
    },
  };
}
