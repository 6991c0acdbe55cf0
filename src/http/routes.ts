import { Kind, type TSchema } from '@sinclair/typebox';
import type { AnyElysia } from 'elysia';
import Memoirist from 'memoirist';
import type { Permission, Scope } from '../context.ts';
import type { Deprecation } from './deprecation.ts';

/**
 * Who may call a route. `public` needs no credential; `optional` uses a valid one; `any` allows every
 * authenticated caller; `business` allows a business (users and API keys) or an admin; `businessUser` the same without
 * API keys; `person` allows users but no API keys.
 */
export const ACCESS = ['public', 'optional', 'any', 'person', 'business', 'businessUser', 'admin'] as const;
export type Access = (typeof ACCESS)[number];
export const TIERS = [
  'strict',
  'standard',
  'relaxed',
  'public',
  'agent',
  'export',
  'probe',
  'signIn',
  'page',
  'asset',
] as const;
export type Tier = (typeof TIERS)[number];
/** json: parsed and checked; form: multipart upload; raw: the handler reads the bytes (signed webhooks). */
export type BodyKind = 'none' | 'json' | 'form' | 'raw';

/**
 * Whether an Idempotency-Key replays the first response. `afterwards`: the changes have transactions of their own, because
 * they can take a long time, and the response is stored once they are done. `batch`: the transaction may run any operation.
 */
export type Idempotent = boolean | 'afterwards' | 'batch';

/** A route's metadata for the request pipeline, read from its declaration. */
export interface RouteEntry {
  method: string;
  pathPattern: string;
  operationId: string;
  access: Access;
  scope: Scope | null;
  /** The permission that a business user's position must have; API keys have scopes instead. Null where none is needed. */
  permission: Permission | null;
  tier: Tier;
  bodyKind: BodyKind;
  /** The largest file of a form whose file is written to disk while it arrives; null for other routes. */
  maxFileBytes: number | null;
  idempotent: Idempotent;
  /**
   * Supports X-Dry-Run. All write routes do, except signed webhooks and routes that opt out because they cannot be
   * rolled back, return a new secret, or change nothing.
   */
  dryRun: boolean;
  /** Whether test keys may call it. */
  testMode: boolean;
  /** Set if clients should leave it; every response says so. */
  deprecated: Deprecation | null;
  /** Readable by pages of any origin. */
  anyOrigin: boolean;
  /** For servers: no page of any origin may read it. */
  backendOnly: boolean;
  /** Served from a StaticResponseCache, with an ETag. */
  isCached: boolean;
  bodySchema: TSchema | undefined;
  querySchema: TSchema | undefined;
  /** Response schemas by status; empty when responses have no schema. */
  responseSchemas: ReadonlyMap<number, TSchema>;
  /** The schema of an item, for a list with pages. */
  listItem: TSchema | undefined;
}

export interface RouteTable {
  /** The operations of the API; pages are hidden from the OpenAPI document, so they can be found but are not listed. */
  operations: RouteEntry[];
  find(method: string, path: string): RouteEntry | undefined;
  /** Returns the methods of a path, for `Allow`; empty when the path is unknown. */
  methodsOf(path: string): string[];
}

/** Access rules of routes that business users may call. These routes need the permission `view` unless they declare another. */
const FOR_BUSINESSES: readonly Access[] = ['any', 'business', 'businessUser'];

export const ROUTE_META_KEY = 'x-perkmint';

/** The metadata that the macros write into a route's `detail`; see http/api.ts. */
export interface RouteMeta {
  access?: Access;
  scope?: Scope;
  permission?: Permission;
  tier?: Tier;
  bodyKind?: BodyKind;
  maxFileBytes?: number;
  idempotent?: Idempotent;
  anyOrigin?: boolean;
  backendOnly?: boolean;
  dryRun?: boolean;
  testMode?: boolean;
  deprecated?: Deprecation;
}

export function readRoutes(app: AnyElysia): RouteTable {
  const all = app.routes.map(toEntry);
  const operations = all.filter((_, index) => app.routes[index]?.hooks?.detail?.hide !== true);
  const router = new Memoirist<RouteEntry>();
  const methods = new Set(all.map(entry => entry.method));
  for (const entry of all) router.add(entry.method, entry.pathPattern, entry);
  const find = (method: string, path: string) => router.find(method, path)?.store;
  return {
    operations,
    find,
    methodsOf: path => {
      const allowed = [...methods].filter(method => find(method, path));
      return allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
    },
  };
}

function toEntry(route: AnyElysia['routes'][number]): RouteEntry {
  const { method, path, hooks } = route;
  const detail = (hooks?.detail ?? {}) as Record<string, unknown>;
  const meta = (detail[ROUTE_META_KEY] ?? {}) as RouteMeta;
  const {
    access,
    scope,
    permission,
    tier,
    bodyKind,
    maxFileBytes,
    idempotent,
    anyOrigin,
    backendOnly,
    dryRun,
    testMode,
    deprecated,
  } = meta;
  if (!access || !tier)
    throw new Error(`Route ${method} ${path} must declare an access rule and a rate tier`);
  const querySchema = hooks?.query as TSchema | undefined;
  const responseSchemas = getResponseSchemas(hooks?.response);
  return {
    method,
    pathPattern: path,
    operationId: String(detail.operationId ?? ''),
    access,
    scope: scope ?? null,
    permission: permission ?? (FOR_BUSINESSES.includes(access) ? 'view' : null),
    tier,
    bodyKind: bodyKind ?? (hooks?.body ? 'json' : 'none'),
    maxFileBytes: maxFileBytes ?? null,
    idempotent: idempotent ?? false,
    testMode: testMode ?? true,
    deprecated: deprecated ?? null,
    dryRun: dryRun ?? (method !== 'GET' && bodyKind !== 'raw'),
    anyOrigin: anyOrigin ?? false,
    backendOnly: backendOnly ?? false,
    isCached: detail['x-cached'] === true,
    bodySchema: hooks?.body as TSchema | undefined,
    querySchema,
    responseSchemas,
    listItem: method === 'GET' ? findListItem(querySchema, responseSchemas.get(200)) : undefined,
  };
}

function findListItem(query: TSchema | undefined, response: TSchema | undefined): TSchema | undefined {
  return query?.properties?.perPage && response?.properties?.data?.properties?.items?.items;
}

/** Returns the response schemas by status. A single declared schema is that of status 200. */
function getResponseSchemas(declared: object | undefined): Map<number, TSchema> {
  if (!declared) return new Map();
  if (Kind in declared) return new Map([[200, declared as TSchema]]);
  return new Map(Object.entries(declared).map(([status, schema]) => [Number(status), schema as TSchema]));
}
