import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SEED } from '../seed/load.ts';
import type { Config } from '../src/config.ts';
import { validateReference } from '../src/reference/validate.ts';
import { examineData } from './doctor/data.ts';
import { type Finding, ok, warning, wrong } from './doctor/finding.ts';
import { examineSurroundings } from './doctor/surroundings.ts';
import type { Session } from './session.ts';

/** Everything worth a look at an installation. Changes nothing. */
export async function examine(session: Session): Promise<Finding[]> {
  const { config, problems } = session.loadConfig();
  const settings = problems.map(problem => wrong('settings', problem, 'perkmint config shows all of them'));
  const findings = settings.length > 0 ? settings : [ok('settings', 'all are valid')];
  findings.push(address(config), rateLimit(config), referenceData(), billing(config));
  if (!existsSync(config.dataDir)) {
    const fix = 'perkmint serve makes it; or name another with --data-dir or DATA_DIR';
    return [...findings, wrong('data folder', `${config.dataDir} is not there`, fix)];
  }
  const file = join(config.dataDir, 'perkmint.sqlite');
  return [
    ...findings,
    ...examineData(session, config, file),
    ...(await examineSurroundings(session, config)),
  ];
}

function address({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isHere) return ok('public address', publicUrl);
  const fix = 'put a proxy with TLS in front and set PUBLIC_URL to its https address';
  return warning('public address', `${publicUrl} sends passwords in the clear`, fix);
}

function rateLimit({ rateLimit: state, rateLimitScale }: Config): Finding {
  if (state === 'on') return ok('rate limit', rateLimitScale === 1 ? 'on' : `on, times ${rateLimitScale}`);
  return warning('rate limit', 'off', 'unset RATE_LIMIT unless every client is trusted');
}

function referenceData(): Finding {
  const [first] = validateReference(SEED).problems;
  return first ? wrong('reference data', first, 'install the program again') : ok('reference data', 'sound');
}

function billing({ stripeSecretKey, stripeWebhookSecret, billingDefaultPlan }: Config): Finding {
  if (stripeSecretKey === '') return ok('billing', `by bank transfer; without a plan: ${billingDefaultPlan}`);
  if (stripeWebhookSecret !== '') return ok('billing', `by Stripe; without a plan: ${billingDefaultPlan}`);
  const fix = 'set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint /api/v1/billing/webhook';
  return wrong('billing', 'Stripe cannot tell what was paid', fix);
}
