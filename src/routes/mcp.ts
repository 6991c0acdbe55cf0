import { Elysia } from 'elysia';
import { AppError } from '../errors.ts';
import { api } from '../http/api.ts';
import { readText } from '../http/body.ts';
import { requestState } from '../http/request-state.ts';
import { getPermissions } from '../mcp/permissions.ts';
import type { AgentRequest } from '../mcp/tools.ts';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import type { Describe } from './descriptions.ts';

/** The door, for requests that a request makes. */
export type DispatchRequest = (request: Request, clientIp: string) => Promise<Response>;

const CREDENTIALS = ['authorization', 'x-api-key'];

/**
 * The live Model Context Protocol server. Each tool call comes in by the door once more, with the caller's own
 * credential and address: limits, validation, tenancy and idempotency are the operation's, not this route's.
 * Hidden from the API description: JSON-RPC describes itself, and GET of the same path says what it offers.
 */
export function mcpRoutes(describe: Describe, enter: DispatchRequest) {
  return new Elysia({ name: 'mcp' }).use(api).post(
    '/mcp',
    async ({ ctx, request }) => {
      const { publicUrl, corsOrigins } = ctx.config;
      assertOrigin(request.headers.get('origin'), [new URL(publicUrl).origin, ...corsOrigins]);
      const state = requestState(request);
      const credentials = CREDENTIALS.flatMap(name => {
        const value = request.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const send = ({ method, path, headers, body }: AgentRequest) => {
        const all = { ...headers, ...Object.fromEntries(credentials), 'X-Request-Id': state.requestId };
        const init = { method, headers: all, body, signal: request.signal };
        return enter(new Request(new URL(path, request.url), init), state.clientIp);
      };
      // Loaded with the first message: few starts are followed by one.
      const { handleMessages: answerMessages } = await import('../mcp/http.ts');
      await yieldToEventLoop();
      const document = await describe();
      return answerMessages(request, await readText(request), {
        document,
        rights: getPermissions(ctx.actor),
        send,
      });
    },
    { access: 'any', tier: 'agent', bodyKind: 'raw', detail: { hide: true } },
  );
}

/** A page of somebody else's must not talk to a server that only this machine can reach. */
function assertOrigin(origin: string | null, allowed: string[]): void {
  if (origin === null || allowed.includes('*') || allowed.includes(origin)) return;
  throw new AppError('FORBIDDEN', 'This origin is not allowed; allowed origins are set in CORS_ORIGINS');
}
