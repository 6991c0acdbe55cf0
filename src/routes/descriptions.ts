import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { buildLlmsText, buildPluginManifest, buildServerManifest, LOGO } from '../describe/manifests.ts';
import { buildMcpDefinition } from '../describe/mcp/definition.ts';
import { parseToolsets } from '../describe/mcp/toolsets.ts';
import type { Describe } from '../describe/openapi/describer.ts';
import type { OpenApiDocument } from '../describe/openapi/document.ts';
import { buildOperationsIndex } from '../describe/operation-calls.ts';
import { generatePythonModule } from '../describe/python/module.ts';
import { buildPythonWheel, getWheelName } from '../describe/python/wheel.ts';
import { generateTypeScriptModule } from '../describe/typescript/module.ts';
import { buildTarball, getTarballName } from '../describe/typescript/package.ts';
import { AppError } from '../errors.ts';
import { api, describeRoute } from '../http/api.ts';
import { failureResponse } from '../http/envelope.ts';
import { StaticResponseCache } from '../http/static-response-cache.ts';
import { referencePage, referenceScript, SCRIPT_PATH } from '../pages/reference.ts';
import { oneOf } from '../platform/schema.ts';
import { ToolsetsQuery } from './mcp.ts';

/** Returns the key of a response that names the public address, which can change while the server runs. */
function toKey(name: string, { servers }: OpenApiDocument): string {
  return `${name} ${servers[0]?.url}`;
}

const HTML = 'text/html';
/** Caches must store the page and the document separately. */
const VARY = { Vary: 'Accept' };
const EVENT_STREAM = 'text/event-stream';
/** The document's path relative to the server. */
const DOCUMENT_PATH = '/api/v1/docs';
const PYTHON_TYPE = 'text/x-python;charset=utf-8';
const WHEEL_TYPE = 'application/zip';
const TYPESCRIPT_TYPE = 'application/typescript;charset=utf-8';
const TARBALL_TYPE = 'application/gzip';

const PythonQuery = Type.Object({
  format: Type.Optional(
    oneOf(['module', 'wheel'], {
      default: 'module',
      description: 'A single file to copy, or a wheel to install with pip',
    }),
  ),
});

const TypeScriptQuery = Type.Object({
  format: Type.Optional(
    oneOf(['module', 'tarball'], {
      default: 'module',
      description: 'A single file to copy, or a package to install with npm',
    }),
  ),
});

/** Serves the descriptions under the API prefix, without the envelope, which their clients do not know. */
export function descriptionRoutes(describe: Describe) {
  const cache = new StaticResponseCache();
  const page = createReferenceHandler();
  return new Elysia({ name: 'descriptions', tags: ['Infrastructure'] })
    .use(api)
    .get(
      '/docs',
      async ({ request }) => {
        if (request.headers.get('accept')?.includes(HTML)) return page(request);
        const document = await describe();
        return cache.respond(request, toKey('openapi', document), () => document, { headers: VARY });
      },
      {
        access: 'public',
        tier: 'relaxed',
        anyOrigin: true,
        detail: describeRoute('getApiDescription', 'Get the OpenAPI 3.1 document for this API', {
          description: 'With Accept: text/html, returns interactive documentation.',
          cached: true,
          produces: ['application/json', HTML],
          example: { openapi: '3.1.0', info: { title: 'Perkmint' }, paths: {} },
        }),
      },
    )
    .get(
      '/mcp',
      async ({ request, query }) => {
        if (request.headers.get('accept')?.includes(EVENT_STREAM)) return rejectStream();
        const document = await describe();
        const toolsets = parseToolsets(document, query.toolsets);
        const build = () => buildMcpDefinition(document, toolsets);
        return cache.respond(request, toKey(`mcp ${toolsets}`, document), build, {
          headers: VARY,
        });
      },
      {
        access: 'public',
        tier: 'relaxed',
        anyOrigin: true,
        query: ToolsetsQuery,
        detail: describeRoute(
          'getAgentTools',
          'Get the Model Context Protocol definition of the agent tools',
          {
            description:
              'Lists the default toolset. To use the MCP server, send authenticated POST requests to the same URL.',
            cached: true,
            errors: ['METHOD_NOT_ALLOWED'],
            example: { name: 'perkmint', version: '1.0.0', tools: [], resources: [], prompts: [] },
          },
        ),
      },
    )
    .get(
      '/sdk/python',
      async ({ request, query }) => {
        const document = await describe();
        return respondWithPython(cache, request, document, query);
      },
      {
        access: 'public',
        tier: 'relaxed',
        anyOrigin: true,
        query: PythonQuery,
        detail: describeRoute(
          'getPythonClient',
          'Download the client for Python 3.9 and later, as a module or a wheel',
          {
            cached: true,
            produces: ['text/x-python', WHEEL_TYPE],
          },
        ),
      },
    )
    .get(
      '/sdk/typescript',
      async ({ request, query }) => respondWithTypeScript(cache, request, await describe(), query),
      {
        access: 'public',
        tier: 'relaxed',
        anyOrigin: true,
        query: TypeScriptQuery,
        detail: describeRoute(
          'getTypeScriptClient',
          'Download the client for TypeScript and JavaScript, as a module or an npm package',
          {
            cached: true,
            produces: ['application/typescript', TARBALL_TYPE],
          },
        ),
      },
    );
}

/** Clients of the older transport request a stream and would retry forever if they received the definition. */
function rejectStream(): Response {
  const response = failureResponse(
    new AppError('METHOD_NOT_ALLOWED', "This server doesn't offer an event stream; send messages with POST"),
  );
  response.headers.set('Allow', 'POST');
  response.headers.set('Vary', 'Accept');
  return response;
}

/** Creates a handler that returns the interactive reference page. */
function createReferenceHandler(): (request: Request) => Promise<Response> {
  const cache = new StaticResponseCache();
  const { text, policy } = referencePage(DOCUMENT_PATH);
  const headers = {
    ...VARY,
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  };
  return request =>
    cache.respond(request, 'page', () => text, { contentType: `${HTML};charset=utf-8`, headers });
}

function respondWithPython(
  cache: StaticResponseCache,
  request: Request,
  document: OpenApiDocument,
  { format }: Static<typeof PythonQuery>,
): Promise<Response> {
  const isWheel = format === 'wheel';
  const name = isWheel ? getWheelName() : 'perkmint.py';
  const build = () =>
    isWheel ? buildPythonWheel(generatePythonModule(document)) : generatePythonModule(document);
  return cache.respond(request, toKey(`python ${isWheel}`, document), build, {
    contentType: isWheel ? WHEEL_TYPE : PYTHON_TYPE,
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  });
}

function respondWithTypeScript(
  cache: StaticResponseCache,
  request: Request,
  document: OpenApiDocument,
  { format }: Static<typeof TypeScriptQuery>,
): Promise<Response> {
  const isTarball = format === 'tarball';
  const name = isTarball ? getTarballName() : 'perkmint.ts';
  const build = () => (isTarball ? buildTarball(document) : generateTypeScriptModule(document));
  return cache.respond(request, toKey(`typescript ${isTarball}`, document), build, {
    contentType: isTarball ? TARBALL_TYPE : TYPESCRIPT_TYPE,
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  });
}

let script: Promise<Uint8Array> | undefined;

/** Compressed once; decompressed for clients that do not accept gzip. */
async function respondWithScript(cache: StaticResponseCache, request: Request): Promise<Response> {
  script ??= referenceScript();
  const packed = await script;
  const isPacked = request.headers.get('accept-encoding')?.includes('gzip') ?? false;
  const build = () => (isPacked ? packed : Bun.gunzipSync(packed as Uint8Array<ArrayBuffer>));
  return cache.respond(request, `script ${isPacked}`, build, {
    contentType: 'text/javascript;charset=utf-8',
    headers: { Vary: 'Accept-Encoding', ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}) },
  });
}

const shown = { access: 'public', tier: 'relaxed', anyOrigin: true, detail: { hide: true } } as const;

/** Serves discovery documents at the root of the server. */
export function manifestRoutes(describe: Describe) {
  const cache = new StaticResponseCache();
  const answer =
    (key: string, build: (document: OpenApiDocument) => unknown, contentType?: string) =>
    async ({ request }: { request: Request }) => {
      const document = await describe();
      return cache.respond(request, toKey(key, document), () => build(document), { contentType });
    };
  const page = createReferenceHandler();
  return new Elysia({ name: 'manifests' })
    .use(api)
    .get('/docs', ({ request }) => page(request), shown)
    .get(SCRIPT_PATH, ({ request }) => respondWithScript(cache, request), shown)
    .get('/.well-known/ai-plugin.json', answer('plugin', buildPluginManifest), shown)
    .get('/operations.json', answer('operations', buildOperationsIndex), shown)
    .get('/server.json', answer('server', buildServerManifest), shown)
    .get('/llms.txt', answer('llms', buildLlmsText, 'text/plain;charset=utf-8'), shown)
    .get(
      '/logo.svg',
      answer('logo', () => LOGO, 'image/svg+xml'),
      shown,
    );
}
