import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { parseToolsets } from '../describe/mcp/toolsets.ts';
import { forbidden } from '../errors.ts';
import { api } from '../http/api.ts';
import { readText } from '../http/body.ts';
import { requestState } from '../http/request-state.ts';
import { getPublicUrl } from '../installation/service.ts';
import { getPermissions } from '../mcp/permissions.ts';
import type { AgentRequest } from '../mcp/tools.ts';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import { installationOf } from './installation.ts';

/** Maximum length of the list of toolsets. */
const MAX_TOOLSETS_LENGTH = 500;

export const ToolsetsQuery = Type.Object({
  toolsets: Type.Optional(
    Type.String({
      maxLength: MAX_TOOLSETS_LENGTH,
      description: 'Toolsets to list beside the default one, separated by commas; all for every operation',
      examples: ['webhooks,influencers'],
    }),
  ),
});

const CREDENTIALS = ['authorization', 'x-api-key'];

/**
 * The live Model Context Protocol server. Each tool call runs through the request pipeline with the caller's own
 * credential and address, so the rate limit, validation, tenancy and idempotency of its operation apply. Hidden from
 * the OpenAPI document, because JSON-RPC describes itself and GET of the same path lists the tools.
 */
export const mcpRoutes = new Elysia({ name: 'mcp' }).use(api).post(
  '/mcp',
  async ({ ctx, request, query }) => {
    const { describe, dispatch } = installationOf(request);
    const { publicUrl, corsOrigins } = ctx.config;
    const own = [publicUrl, await getPublicUrl(ctx)].map(url => new URL(url).origin);
    assertOrigin(request.headers.get('origin'), [...own, ...corsOrigins]);
    const state = requestState(request);
    const credentials = CREDENTIALS.flatMap(name => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const send = ({ method, path, headers, body }: AgentRequest) => {
      const all = {
        ...headers,
        ...Object.fromEntries(credentials),
        'X-Request-Id': state.requestId,
        ...(ctx.traceparent !== null && { traceparent: ctx.traceparent }),
      };
      const init = { method, headers: all, body, signal: request.signal };
      return dispatch(new Request(new URL(path, request.url), init), state.clientIp);
    };
    // Loaded with the first message, because most processes receive none.
    const { handleMessages: answerMessages } = await import('../mcp/http.ts');
    await yieldToEventLoop();
    const document = await describe();
    return answerMessages(request, await readText(request), {
      document,
      toolsets: parseToolsets(document, query.toolsets),
      permissions: getPermissions(ctx.actor),
      send,
    });
  },
  {
    access: 'any',
    permission: 'counter',
    tier: 'agent',
    bodyKind: 'raw',
    query: ToolsetsQuery,
    detail: { hide: true },
  },
);

/** Pages of other sites must not reach a server that is accessible only from this machine. */
function assertOrigin(origin: string | null, allowed: string[]): void {
  if (origin === null || allowed.includes('*') || allowed.includes(origin)) return;
  throw forbidden('origin', 'This origin is not allowed; allowed origins are set in CORS_ORIGINS', allowed);
}
