/**
 * The real server as a process that can be killed, with its delivery worker: as crash-server.ts, and webhooks
 * may reach loopback.
 */
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen } from '../../src/http/server.ts';

const { config, problems } = loadConfig({ env: process.env });
if (problems.length > 0) throw new Error(problems.join('\n'));
const server = listen(config);
const app = await createApp(config, { hashCost: { memoryKib: 8, passes: 1 } });
server.open(app.handler);
app.worker.start();
process.send?.({ port: server.port });
