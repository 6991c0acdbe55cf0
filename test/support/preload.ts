import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test';
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/** For one file that is run alone; `bun run test:files` sets it for all. Ends a test that hangs. */
setDefaultTimeout(300_000);

// Removes the developer's own settings, so that only the test determines the configuration.
for (const name of Object.keys(process.env)) {
  if (/^(PERKMINT_|ADMIN_|JWT_|SMTP_|STRIPE_|OAUTH_|AI_)/.test(name)) delete process.env[name];
}
process.env.NODE_ENV = 'test';

/** Gets a line with the seconds of processor time of each test file; `.ci/run` names those above the budget. */
const cpuLog = process.env.TEST_CPU_LOG;
if (cpuLog) {
  let start = process.cpuUsage();
  beforeAll(() => {
    start = process.cpuUsage();
  });
  afterAll(() => {
    const { user, system } = process.cpuUsage(start);
    appendFileSync(cpuLog, `${((user + system) / 1e6).toFixed(1)} ${relative(process.cwd(), Bun.main)}\n`);
  });
}
