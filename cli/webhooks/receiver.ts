import { type SignatureVerdict, verifyWebhook } from '../../src/platform/security/signatures.ts';
import type { CommandContext } from '../command-context.ts';
import { createStopCondition, printEvent } from './events.ts';

interface ReceiverOptions {
  port: number;
  secret: string;
  /** Exit after this many requests. */
  limit?: number;
}

const OUTCOME_LABELS: Record<SignatureVerdict, string> = {
  valid: 'signature valid',
  invalid: 'SIGNATURE INVALID',
  expired: 'TIMESTAMP EXPIRED',
};

/** Starts a webhook receiver that verifies and prints requests, and responds with 200, or 401 if they are invalid. */
export async function startReceiver(
  context: CommandContext,
  { port, secret, limit }: ReceiverOptions,
): Promise<void> {
  const { done, countEvent } = createStopCondition(limit);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    fetch: async request => {
      const body = await request.text();
      const verdict = verifyWebhook(secret, request.headers, body, context.clock.now());
      printEvent(context, body, OUTCOME_LABELS[verdict]);
      countEvent();
      return new Response(OUTCOME_LABELS[verdict], { status: verdict === 'valid' ? 200 : 401 });
    },
  });
  context.out.info(`Listening on http://127.0.0.1:${server.port}/ (press Ctrl-C to stop)`);
  await done;
  await server.stop();
}
