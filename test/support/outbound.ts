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
 * An outbound that sends nothing: it keeps what it was given and answers as told, 200 by default. Addresses are
 * judged by the real guard, with a resolver to which every name is public.
 */
export function recordingOutbound(
  answer: (request: OutboundRequest) => Reply | Promise<Reply> = () => ({}),
): RecordingOutbound {
  const guard = createOutbound({ allow: [], resolve: async () => ['93.184.215.14'] });
  const sent: OutboundRequest[] = [];
  return {
    sent,
    assertAllowed: guard.assertAllowed,
    send: async request => {
      sent.push(request);
      const reply = await answer(request);
      if (reply instanceof Error) throw reply;
      return { status: 200, headers: {}, body: '', durationMs: 3, ...reply };
    },
  };
}
