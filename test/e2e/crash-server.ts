/** The real server as a process that can be killed, on a fixed port. */
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { listen } from '../../src/http/server.ts';

const { config, problems } = loadConfig({ env: process.env });
if (problems.length > 0) throw new Error(problems.join('\n'));
const server = listen(config);
// Passwords are not under test; the cheap hash makes registrations fast.
const app = await createApp(config, { hashCost: { memoryKib: 8, passes: 1 } });
server.open(app.handler);
process.send?.({ port: server.port });
