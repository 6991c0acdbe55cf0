/** The real server with its mail worker as a process that can be killed. */
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen } from '../../src/http/server.ts';

const { config, problems } = loadConfig({ env: process.env });
if (problems.length > 0) throw new Error(problems.join('\n'));
const server = listen(config);
const app = await createApp(config, { hashCost: { memoryKib: 8, passes: 1 } });
server.open(app.handler);
await app.mailWorker.start();
process.send?.({ port: server.port });
