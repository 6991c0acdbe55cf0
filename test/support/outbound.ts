import {
  createOutbound,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from '../../src/platform/outbound/client.ts';

type Reply = Partial<OutboundResponse> | Error;

export interface RecordingOutbound extends Outbound {
  sent: OutboundRequest[];
}

/**
 * Creates an HTTP client that records requests instead of sending them and replies with `response`, status 200 by
 * default. The real SSRF guard checks URLs, with a resolver that resolves every host name to a public address.
 */
export function recordingOutbound(
  response: (request: OutboundRequest) => Reply | Promise<Reply> = () => ({}),
): RecordingOutbound {
  const guard = createOutbound({ allow: [], resolve: async () => ['93.184.215.14'] });
  const sent: OutboundRequest[] = [];
  return {
    sent,
    assertAllowed: guard.assertAllowed,
    send: async request => {
      sent.push(request);
      const reply = await response(request);
      if (reply instanceof Error) throw reply;
      const { body = '' } = reply;
      const bytes = new TextEncoder().encode(body);
      return { status: 200, headers: {}, body, bytes, durationMs: 3, ...reply };
    },
  };
}
