import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import { createServer } from './server.ts';
import { type Agent, serializeVisibleTools } from './tools.ts';

const BOTH_TYPES = 'application/json, text/event-stream';
/**
 * Messages in one JSON-RPC batch. No official client sends batches and the protocol has none since 2025-06-18; the
 * revision before it asks servers to take them.
 */
export const MAX_BATCH = 10;
/** Fields and items in one post, at every depth: the package goes through all of them several times. */
const MAX_VALUES = 10_000;
const INVALID_REQUEST = -32_600;
const LIST_TOOLS = 'tools/list';
/** What the package writes for the empty list that is replaced by the tools. */
const NO_TOOLS = '"tools":[]';
const [BATCH_START, SEPARATOR, BATCH_END] = ['[', ',', ']'].map(text => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/**
 * Answers what an agent posts, of either era of the protocol, always as JSON: nothing here outlives its request, so
 * there is no session and nothing to stream.
 */
export async function handleMessages(given: Request, body: string, agent: Agent): Promise<Response> {
  const headers = new Headers(given.headers);
  // Who takes JSON alone gets JSON; the protocol would have it say that it takes streams too.
  headers.set('Accept', BOTH_TYPES);
  headers.delete('Content-Length');
  const parsed = parse(body);
  if (hasMoreValues(parsed, MAX_VALUES))
    return toInvalidRequest(`A message can have up to ${MAX_VALUES} values`);
  const request = new Request(given.url, {
    method: 'POST',
    headers,
    body: parsed === undefined ? body : undefined,
  });
  if (!(await isLegacyRequest(request, parsed))) return handleModern(request, parsed, agent);
  return Array.isArray(parsed) ? handleBatch(request, parsed, agent) : handleLegacy(request, parsed, agent);
}

/** One message after another; between them the event loop turns, so that a batch keeps no other request waiting. */
async function handleBatch(request: Request, messages: unknown[], agent: Agent): Promise<Response> {
  if (messages.length > MAX_BATCH) return toInvalidRequest(`A batch can have up to ${MAX_BATCH} messages`);
  const parts: Uint8Array[] = [];
  for (const message of messages) {
    const response = await handleLegacy(request, message, agent);
    const bytes = await response.bytes();
    // A notification is answered by nothing.
    if (bytes.length > 0) parts.push(parts.length === 0 ? BATCH_START : SEPARATOR, bytes);
    await yieldToEventLoop();
  }
  if (parts.length === 0) return new Response(null, { status: 202 });
  return jsonResponse([...parts, BATCH_END]);
}

function toInvalidRequest(message: string): Response {
  const error = { code: INVALID_REQUEST, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}

/** Stops counting at the limit. */
function hasMoreValues(value: unknown, limit: number): boolean {
  const open = [value];
  let count = 0;
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (typeof each !== 'object' || each === null) continue;
    const inner = Object.values(each);
    count += inner.length;
    if (count > limit) return true;
    open.push(...inner);
  }
  return false;
}

async function handleLegacy(request: Request, parsedBody: unknown, agent: Agent): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(agent, () => []);
  await server.connect(transport);
  return withTools(await transport.handleRequest(request, { parsedBody }), parsedBody, agent);
}

async function handleModern(request: Request, parsedBody: unknown, agent: Agent): Promise<Response> {
  // No call of ours says anything before its result, so every answer is JSON; nothing here changes by itself, so
  // there is nothing to subscribe to.
  const handler = createMcpHandler(() => createServer(agent, () => []), {
    legacy: 'reject',
    maxSubscriptions: 0,
  });
  return withTools(await handler.fetch(request, { parsedBody }), parsedBody, agent);
}

/**
 * Puts the tools into the answer to tools/list as bytes that were made once. The package would write 290 KB
 * anew for each request of 50 bytes.
 */
async function withTools(response: Response, message: unknown, agent: Agent): Promise<Response> {
  if ((message as { method?: unknown } | undefined)?.method !== LIST_TOOLS || !response.ok) return response;
  const text = await response.text();
  const at = text.indexOf(NO_TOOLS);
  if (at < 0) return jsonResponse([Buffer.from(text)]);
  const [head, tail] = [text.slice(0, at + NO_TOOLS.length - 1), text.slice(at + NO_TOOLS.length - 1)];
  return jsonResponse([Buffer.from(head), ...serializeVisibleTools(agent), Buffer.from(tail)]);
}

function jsonResponse(parts: Uint8Array[]): Response {
  return new Response(Buffer.concat(parts), { headers: { 'Content-Type': 'application/json' } });
}

/** Undefined for what is no JSON: the package refuses it in the words of the protocol. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
