import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Agent } from './agent.ts';
import { createServer } from './server.ts';

const BOTH_TYPES = 'application/json, text/event-stream';

/**
 * Answers one message of an agent, of either era of the protocol, always as JSON: nothing here outlives its
 * request, so there is no session and nothing to stream.
 */
export async function answerMessage(given: Request, body: string, agent: Agent): Promise<Response> {
  const headers = new Headers(given.headers);
  // Who takes JSON alone gets JSON; the protocol would have it say that it takes streams too.
  headers.set('Accept', BOTH_TYPES);
  headers.delete('Content-Length');
  const request = () => new Request(given.url, { method: 'POST', headers, body });
  if (await isLegacyRequest(request())) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = createServer(agent);
    await server.connect(transport);
    return transport.handleRequest(request());
  }
  // No call of ours says anything before its result, so every answer is JSON; nothing here changes by itself, so
  // there is nothing to subscribe to.
  const handler = createMcpHandler(() => createServer(agent), { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request());
}
