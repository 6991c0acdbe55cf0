import type { Command } from 'commander';
import { SCOPES } from '../../db/enums.ts';
import * as businesses from '../../src/businesses/service.ts';
import { type Actor, CLI } from '../../src/context.ts';
import type { OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { STRICT } from '../../src/http/query.ts';
import { getPermissions, type Permissions } from '../../src/mcp/permissions.ts';
import type { Agent } from '../../src/mcp/tools.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import { findApiKey } from '../secrets.ts';
import { callApi, normalizeServerUrl, type RemoteOptions, readFailure, SELF, sendRequest } from './client.ts';
import { describeApi } from './description.ts';

export interface TargetOptions extends RemoteOptions {
  business?: string;
}

/** Adds the options that choose between a server and the local data folder. */
export function withTarget(command: Command): Command {
  return command
    .option('--server <url>', 'server URL; set PERKMINT_API_KEY or --api-key-file')
    .option('--api-key-file <file>', 'read the API key from a file')
    .option('--business <id>', 'without --server: act as this business instead of as admin');
}

/** An API to call: its OpenAPI document, and a function that sends requests to it. */
interface ApiTarget extends Pick<Agent, 'document' | 'send'> {
  /** The server's name in messages. */
  name: string;
  /** Reads the caller's permissions. Costs a request against the rate limit, so only call it when needed. */
  readRights(): Promise<Permissions>;
}

/** Opens the server or the local data folder that the options name. */
export async function openTarget(context: CommandContext<TargetOptions>): Promise<ApiTarget> {
  const { server, business } = context.options;
  if (!server) return openLocalTarget(context, business);
  if (business)
    throw new UsageError('--business applies to local data only; an API key belongs to one business');
  return openRemoteTarget(normalizeServerUrl(server), findApiKey(context));
}

async function openLocalTarget(
  context: CommandContext<TargetOptions>,
  businessId?: string,
): Promise<ApiTarget> {
  const ctx = await context.ctx();
  if (businessId) await businesses.requireById(ctx, businessId);
  const actor: Actor = businessId
    ? { kind: 'apiKey', id: 'cli', role: 'business', businessId, scopes: SCOPES }
    : CLI;
  const { handler } = await context.open();
  return {
    name: 'The installation',
    document: await describeApi(context),
    readRights: async () => getPermissions(actor),
    send: async ({ method, path, headers, body }) =>
      handler.fetch(new Request(`http://localhost${path}`, { method, headers, body }), SELF, actor),
  };
}

async function openRemoteTarget(server: string, key: string | undefined): Promise<ApiTarget> {
  const answer = await sendRequest(server, undefined, `${API_PREFIX}/docs`, {
    headers: { Accept: 'application/json' },
  });
  if (!answer.ok) throw await readFailure(answer, server);
  return {
    name: server,
    document: (await answer.json()) as OpenApiDocument,
    readRights: async () => (key ? readRights(server, key) : NO_RIGHTS),
    send: ({ path, ...init }) => sendRequest(server, key, withStrict(path), init),
  };
}

/** Makes a server of another version reject what it does not know. */
function withStrict(path: string): string {
  return path.includes('?') ? `${path}&${STRICT}=true` : path;
}

const NO_RIGHTS: Permissions = { role: null, position: null, scopes: [] };

async function readRights(server: string, key: string): Promise<Permissions> {
  const { user, scopes, authMethod } = await callApi<AuthenticatedCaller>(server, key, 'GET', '/auth');
  const { role, position } = user;
  return { role, position, scopes: authMethod === 'apiKey' ? scopes : null };
}

interface AuthenticatedCaller {
  user: { role: string; position: string | null };
  scopes: string[];
  authMethod: string;
}
