import { setDefaultTimeout } from 'bun:test';

/** For one file that is run alone; `bun run test:files` sets it for all. Ends a test that hangs. */
setDefaultTimeout(300_000);

// Removes the developer's own settings, so that only the test determines the configuration.
for (const name of Object.keys(process.env)) {
  if (/^(PERKMINT_|ADMIN_|JWT_|SMTP_|STRIPE_|OAUTH_|AI_)/.test(name)) delete process.env[name];
}
process.env.NODE_ENV = 'test';
