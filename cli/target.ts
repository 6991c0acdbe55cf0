import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { SCOPES } from '../db/words.ts';
import * as businesses from '../src/businesses/service.ts';
import { type Actor, CLI } from '../src/context.ts';
import type { OpenApiDocument } from '../src/describe/document.ts';
import { AppError } from '../src/errors.ts';
import type { Agent, AgentRequest } from '../src/mcp/agent.ts';
import { type Rights, rightsOf } from '../src/mcp/rights.ts';
import { describeApi } from './description.ts';
import { UsageError } from './failures.ts';
import type { Session } from './session.ts';

const SELF = '127.0.0.1';
const TIMEOUT_MS = 60_000;

export interface TargetOptions {
  server?: string;
  apiKeyFile?: string;
  business?: string;
}

/** Where a command's requests go: a server, or the data of this machine. */
export function withTarget(command: Command): Command {
  return command
    .option('--server <url>', 'ask this server, with the key in PERKMINT_API_KEY or --api-key-file')
    .option('--api-key-file <file>', 'read the API key from a file')
    .option('--business <id>', 'without --server: act for this business instead of as admin');
}

/** The document, the rights and the way of requests of whatever the options name. */
export async function targetOf(session: Session<TargetOptions>): Promise<Agent> {
  const { server, business } = session.options;
  if (!server) return localTarget(session, business);
  if (business) throw new UsageError('--business is for local data; a key knows its own business');
  return remoteTarget(server.replace(/\/+$/, '').replace(/\/api\/v1$/, ''), keyOf(session));
}

async function localTarget(session: Session<TargetOptions>, businessId?: string): Promise<Agent> {
  const ctx = await session.ctx();
  if (businessId) businesses.requireById(ctx, businessId);
  const actor: Actor = businessId
    ? { kind: 'apiKey', id: 'cli', role: 'business', businessId, scopes: SCOPES }
    : CLI;
  const { door } = await session.open();
  return {
    document: await describeApi(session),
    rights: rightsOf(actor),
    send: ({ method, path, headers, body }) =>
      door.fetch(new Request(`http://localhost${path}`, { method, headers, body }), SELF, actor),
  };
}

async function remoteTarget(server: string, key: string | undefined): Promise<Agent> {
  const send = ({ method, path, headers, body }: AgentRequest) =>
    reach(server, path, { method, headers: { ...headers, ...(key ? { 'X-API-Key': key } : {}) }, body });
  const answer = await reach(server, '/api/v1/docs', { headers: { Accept: 'application/json' } });
  if (!answer.ok)
    throw new AppError('UNAVAILABLE', `${server} answers ${answer.status} where a description should be`);
  const document = (await answer.json()) as OpenApiDocument;
  return { document, rights: key ? await rightsAt(send) : NONE, send };
}

const NONE: Rights = { role: null, isOwner: false, scopes: [] };

async function rightsAt(send: Agent['send']): Promise<Rights> {
  const response = await send({ method: 'GET', path: '/api/v1/auth', headers: {}, body: undefined });
  const body = (await response.json()) as { data?: Caller; error?: { message: string } };
  if (!body.data) throw new AppError('INVALID_API_KEY', body.error?.message ?? 'The API key was refused');
  const { user, scopes, authMethod } = body.data;
  const isOwner = user.role === 'admin' || user.position === 'owner';
  return authMethod === 'apiKey'
    ? { role: user.role, isOwner: false, scopes }
    : { role: user.role, isOwner, scopes: null };
}

interface Caller {
  user: { role: string; position: string | null };
  scopes: string[];
  authMethod: string;
}

async function reach(server: string, path: string, init: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await fetch(server + path, { ...init, signal, redirect: 'manual' });
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `No server answers at ${server}`, { cause });
  }
}

/** A key as an argument could be read by every process of the machine. */
function keyOf({ io, options }: Session<TargetOptions>): string | undefined {
  if (!options.apiKeyFile) return io.env.PERKMINT_API_KEY?.trim() || undefined;
  try {
    return readFileSync(options.apiKeyFile, 'utf8').trim();
  } catch {
    throw new UsageError(`${options.apiKeyFile} cannot be read`);
  }
}
