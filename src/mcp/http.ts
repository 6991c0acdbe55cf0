import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import { createServer } from './server.ts';
import { serializeVisibleTools } from './tool-list.ts';
import type { Agent } from './tools.ts';

const BOTH_TYPES = 'application/json, text/event-stream';
/**
 * Maximum messages in a JSON-RPC batch. Official clients do not send batches, and the protocol dropped them in
 * 2025-06-18; the previous revision requires servers to accept them.
 */
export const MAX_BATCH = 10;
/** Maximum fields and items in one message, at any depth, because the package traverses them several times. */
const MAX_VALUES = 10_000;
const INVALID_REQUEST = -32_600;
const LIST_TOOLS = 'tools/list';
/** The package's output for an empty list of tools, replaced by the serialized tools. */
const NO_TOOLS = '"tools":[]';
const [BATCH_START, SEPARATOR, BATCH_END] = ['[', ',', ']'].map(text => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/**
 * Handles messages of all protocol revisions. Always responds with JSON: the server is stateless, so there are no
 * sessions and no streams.
 */
export async function handleMessages(original: Request, body: string, agent: Agent): Promise<Response> {
  const headers = new Headers(original.headers);
  // The protocol requires clients to accept streams too; also serve clients that accept only JSON.
  headers.set('Accept', BOTH_TYPES);
  headers.delete('Content-Length');
  const parsed = parse(body);
  if (hasMoreValues(parsed, MAX_VALUES))
    return toInvalidRequest(`A message can have up to ${MAX_VALUES} values`);
  const request = new Request(original.url, {
    method: 'POST',
    headers,
    body: parsed === undefined ? body : undefined,
  });
  if (!(await isLegacyRequest(request, parsed))) return handleModern(request, parsed, agent);
  return Array.isArray(parsed) ? handleBatch(request, parsed, agent) : handleLegacy(request, parsed, agent);
}

/**
 * Handles messages one at a time and yields to the event loop in between, so that a batch does not block other
 * requests.
 */
async function handleBatch(request: Request, messages: unknown[], agent: Agent): Promise<Response> {
  if (messages.length > MAX_BATCH) return toInvalidRequest(`A batch can have up to ${MAX_BATCH} messages`);
  const parts: Uint8Array[] = [];
  for (const message of messages) {
    const response = await handleLegacy(request, message, agent);
    const bytes = await response.bytes();
    // Notifications have no response.
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
    // Listing the items of an array takes 0.2 s per megabyte, so they are counted first.
    if (Array.isArray(each) && each.length > limit) return true;
    const inner = Object.values(each);
    count += inner.length;
    if (count > limit) return true;
    open.push(...inner);
  }
  return false;
}

async function handleLegacy(request: Request, parsedBody: unknown, agent: Agent): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(agent, async () => []);
  await server.connect(transport);
  return withTools(await transport.handleRequest(request, { parsedBody }), parsedBody, agent);
}

async function handleModern(request: Request, parsedBody: unknown, agent: Agent): Promise<Response> {
  // Calls send no messages before their result, so every response is JSON. Subscriptions are not supported.
  const handler = createMcpHandler(() => createServer(agent, async () => []), {
    legacy: 'reject',
    maxSubscriptions: 0,
  });
  return withTools(await handler.fetch(request, { parsedBody }), parsedBody, agent);
}

/**
 * Inserts the pre-serialized tools into the response to tools/list; the package would serialize 290 KB for each request
 * of 50 bytes.
 */
async function withTools(response: Response, message: unknown, agent: Agent): Promise<Response> {
  if ((message as { method?: unknown } | undefined)?.method !== LIST_TOOLS || !response.ok) return response;
  const text = await response.text();
  const at = text.indexOf(NO_TOOLS);
  if (at < 0) return jsonResponse([Buffer.from(text)]);
  const [head, tail] = [text.slice(0, at + NO_TOOLS.length - 1), text.slice(at + NO_TOOLS.length - 1)];
  return jsonResponse([Buffer.from(head), ...(await serializeVisibleTools(agent)), Buffer.from(tail)]);
}

function jsonResponse(parts: Uint8Array[]): Response {
  return new Response(Buffer.concat(parts), { headers: { 'Content-Type': 'application/json' } });
}

/** Returns undefined for invalid JSON, which the package rejects with a protocol error. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
