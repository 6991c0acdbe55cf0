import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { TIMESTAMP_TOLERANCE_SECONDS, verifyBody } from '../../platform/security/signatures.ts';
import type { Provider } from './webhook.ts';

const STRIPE_HEADER = 'stripe-signature';

/**
 * Verifies an event's signature: Stripe's by its own header, others with this installation's secret like our own
 * webhooks. Checks the signature before the timestamp.
 * @throws INVALID_SIGNATURE, TIMESTAMP_EXPIRED
 */
export async function verifySigner(ctx: Ctx, headers: Headers, body: Uint8Array): Promise<Provider> {
  const stripe = headers.get(STRIPE_HEADER);
  if (stripe !== null) {
    await assertStripeSignature(ctx, stripe, body);
    return 'stripe';
  }
  const signature = headers.get('x-webhook-signature');
  const timestamp = headers.get('x-webhook-timestamp');
  const verdict = verifyBody(ctx.webhookSecrets.billing, { signature, timestamp, body }, ctx.clock.now());
  if (verdict === 'invalid')
    throw new AppError(
      'INVALID_SIGNATURE',
      'X-Webhook-Signature or X-Webhook-Timestamp is missing or invalid',
    );
  if (verdict === 'expired') throw expired('X-Webhook-Timestamp');
  return 'manual';
}

/** The library reports a bad signature and an old one as the same error, so verify without the time to distinguish them. */
async function assertStripeSignature(
  { config, clock }: Ctx,
  header: string,
  body: Uint8Array,
): Promise<void> {
  const secret = config.stripeWebhookSecret;
  if (secret === '') throw new AppError('INVALID_SIGNATURE', 'STRIPE_WEBHOOK_SECRET is not set');
  const { default: Stripe } = await import('stripe');
  const now = clock.now();
  const isSigned = async (toleranceSeconds: number): Promise<boolean> => {
    try {
      await Stripe.webhooks.constructEventAsync(body, header, secret, toleranceSeconds, undefined, now);
      return true;
    } catch (error) {
      // Any other error concerns the body, which the caller validates.
      return !(error instanceof Stripe.errors.StripeSignatureVerificationError);
    }
  };
  if (!(await isSigned(TIMESTAMP_TOLERANCE_SECONDS)))
    throw (await isSigned(0)) ? expired('Stripe-Signature') : invalidSignature();
  const stampSeconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1]);
  if (stampSeconds - now / 1000 > TIMESTAMP_TOLERANCE_SECONDS) throw expired('Stripe-Signature');
}

function invalidSignature(): AppError {
  return new AppError('INVALID_SIGNATURE', "Stripe-Signature is malformed or doesn't match");
}

function expired(header: string): AppError {
  return new AppError(
    'TIMESTAMP_EXPIRED',
    `The timestamp in ${header} is more than 5 minutes from the current time`,
  );
}
