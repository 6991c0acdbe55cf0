/** Our server as a process: the real application and the real listener. Started by the harness. */
import { Database } from 'bun:sqlite';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen } from '../../src/http/server.ts';

interface Spec {
  env: Record<string, string>;
  grouping?: boolean;
  /** The default of comparable products: faster, but an acknowledged write can be lost in a power failure. */
  synchronous?: 'NORMAL';
}

const spec = (await Bun.file(process.env.BENCH_SPEC ?? '').json()) as Spec;
const { config, problems } = loadConfig({ env: { PORT: '0', ...spec.env } });
if (problems.length > 0) throw new Error(problems.join('\n'));

// The application has no setting for less durability, so the benchmark reaches for the connection itself.
const connections = new Set<Database>();
const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (this: Database, ...args: Parameters<typeof prepare>) {
  connections.add(this);
  return prepare.apply(this, args);
} as typeof prepare;

const app = await createApp(config, { grouping: spec.grouping });
if (spec.synchronous) {
  for (const connection of connections) connection.run(`PRAGMA synchronous = ${spec.synchronous}`);
}
const server = listen(app.services.config);
server.open(app.handler);
// Whatever ends the benchmark ends its servers.
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send?.({ stats: app.services.database.stats }));
process.send?.({ port: server.port });
