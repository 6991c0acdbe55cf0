/** Our server: the real application and the real listener. Started by the harness. */
import { Database } from 'bun:sqlite';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen } from '../../src/http/server.ts';
import { type Served, serveAsChild } from './child.ts';
import { isSmoke } from './smoke.ts';

interface Spec {
  env: Record<string, string>;
  grouping?: boolean;
  /** The default of comparable products: faster, but an acknowledged write can be lost in a power failure. */
  synchronous?: 'NORMAL';
}

export async function serve(spec: Spec): Promise<Served> {
  const { config, problems } = loadConfig({
    env: { PORT: '0', ...(isSmoke && { LOG_LEVEL: 'silent' }), ...spec.env },
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // The application has no setting for less durability, so the benchmark reaches for the connection itself.
  const connections = new Set<Database>();
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (this: Database, ...args: Parameters<typeof prepare>) {
    connections.add(this);
    return prepare.apply(this, args);
  } as typeof prepare;
  const app = await createApp(config, { grouping: spec.grouping });
  Database.prototype.prepare = prepare;
  if (spec.synchronous) {
    for (const connection of connections) connection.run(`PRAGMA synchronous = ${spec.synchronous}`);
  }
  const server = listen(app.services.config);
  server.open(app.handler);
  const stop = async () => {
    await server.stop();
    await app.close();
  };
  return { port: server.port, stats: () => app.services.database.stats, stop };
}

if (import.meta.main) await serveAsChild(serve);
