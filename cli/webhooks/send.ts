import { buildSampleEvent } from '../../src/describe/openapi/events.ts';
import { exampleId } from '../../src/describe/openapi/examples/ids.ts';
import { AppError } from '../../src/errors.ts';
import type { EventKind } from '../../src/events/model.ts';
import { iso, MINUTE_MS } from '../../src/platform/clock.ts';
import { systemRandom } from '../../src/platform/crypto.ts';
import { createIds } from '../../src/platform/ids.ts';
import { generateWebhookSecret, signatureHeaders } from '../../src/platform/security/signatures.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed } from '../errors.ts';

export const VARIANTS = ['valid', 'bad-signature', 'stale', 'replayed'] as const;
export type Variant = (typeof VARIANTS)[number];

/** Older than any receiver should accept. */
const STALE_MS = 10 * MINUTE_MS;
const TIMEOUT_MS = 10_000;

interface SampleReport {
  as: Variant;
  eventId: string;
  type: string;
  statuses: number[];
}

/**
 * Sends a sample event to a receiver: a valid one, an invalid one, or the same one twice.
 * @throws CheckFailed if the receiver accepts an invalid event or rejects a valid one
 */
export async function sendSample(
  context: CommandContext,
  url: string,
  secret: string,
  type: EventKind,
  as: Variant,
): Promise<void> {
  const { clock, out } = context;
  const madeAtMs = as === 'stale' ? clock.now() - STALE_MS : clock.now();
  const id = createIds(clock).next('event');
  const event = {
    ...buildSampleEvent(type),
    id,
    createdAt: iso(madeAtMs),
    businessId: exampleId('business'),
    test: true,
  };
  const body = JSON.stringify(event);
  const signer = as === 'bad-signature' ? generateWebhookSecret(systemRandom) : secret;
  const headers = {
    'Content-Type': 'application/json',
    'X-Webhook-Id': id,
    'X-Webhook-Event': type,
    ...signatureHeaders({ current: signer }, { id, timestampSeconds: Math.floor(madeAtMs / 1000), body }),
  };
  const statuses: number[] = [];
  for (let times = as === 'replayed' ? 2 : 1; times > 0; times--)
    statuses.push(await post(url, headers, body));
  const sent: SampleReport = { as, eventId: id, type, statuses };
  out.done(`${type} ${id}, ${as}: the receiver responded with ${statuses.join(' and ')}`, sent);
  assertExpectedResponse(as, statuses);
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })).status;
  } catch (cause) {
    throw new AppError('UPSTREAM_FAILED', `Nothing is running at ${new URL(url).origin}`, { cause });
  }
}

/** Checks the first response. A replay may get any response, as long as the receiver doesn't process it twice. */
function assertExpectedResponse(as: Variant, [first = 0]: number[]): void {
  const isTaken = first >= 200 && first < 300;
  const mustBeTaken = as === 'valid' || as === 'replayed';
  if (isTaken === mustBeTaken) return;
  throw new CheckFailed(
    mustBeTaken ? 'The receiver rejected a valid webhook' : `The receiver accepted a webhook that is ${as}`,
  );
}
