import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { buildFile } from '../describe/builder.ts';
import { DOWNLOADS, type DownloadName, TARBALL_TYPE, WHEEL_TYPE } from '../describe/downloads.ts';
import { buildLlmsText, buildPluginManifest, buildServerManifest, LOGO } from '../describe/manifests.ts';
import { parseToolsets } from '../describe/mcp/toolsets.ts';
import { toCompactDocument } from '../describe/openapi/compact.ts';
import type { OpenApiDocument } from '../describe/openapi/document.ts';
import { buildOperationsIndex } from '../describe/operation-calls.ts';
import { getWheelName } from '../describe/python/wheel.ts';
import { AppError } from '../errors.ts';
import { api, describeRoute } from '../http/api.ts';
import { failureResponse } from '../http/envelope.ts';
import { StaticResponseCache } from '../http/static-response-cache.ts';
import {
  packReferenceFile,
  REFERENCE_FILES,
  REFERENCE_PATHS,
  type ReferencePath,
  referencePage,
} from '../pages/reference.ts';
import { oneOf } from '../platform/schema.ts';
import { installationOf } from './installation.ts';
import { ToolsetsQuery } from './mcp.ts';

/** The same for all installations with an address, because they have the same routes. */
const cache = new StaticResponseCache();

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

const DocumentQuery = Type.Object({
  variant: Type.Optional(
    oneOf(['full', 'compact'], {
      default: 'full',
      description: 'compact leaves out examples and the payloads of webhooks',
    }),
  ),
});

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
export const descriptionRoutes = new Elysia({ name: 'descriptions', tags: ['Infrastructure'] })
  .use(api)
  .get(
    '/docs',
    async ({ request, query: { variant } }) => {
      if (request.headers.get('accept')?.includes(HTML)) return respondWithReference(request);
      const document = await installationOf(request).describe();
      const build = () => (variant === 'compact' ? toCompactDocument(document) : document);
      return cache.respond(request, toKey(`openapi ${variant}`, document), build, { headers: VARY });
    },
    {
      access: 'public',
      tier: 'relaxed',
      anyOrigin: true,
      query: DocumentQuery,
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
      const { describe, builder } = installationOf(request);
      const document = await describe();
      const toolsets = parseToolsets(document, query.toolsets);
      const build = () => buildFile(builder, { document, toolsets });
      return cache.respond(request, toKey(`mcp ${toolsets}`, document), build, { headers: VARY });
    },
    {
      access: 'public',
      tier: 'relaxed',
      anyOrigin: true,
      query: ToolsetsQuery,
      detail: describeRoute('getAgentTools', 'Get the Model Context Protocol definition of the agent tools', {
        description:
          'Lists the default toolset. To use the MCP server, send authenticated POST requests to the same URL.',
        cached: true,
        errors: ['METHOD_NOT_ALLOWED', 'UNAVAILABLE'],
        example: { name: 'perkmint', version: '1.0.0', tools: [], resources: [], prompts: [] },
      }),
    },
  )
  .get(
    '/sdk/python',
    ({ request, query: { format } }) => respondWithDownload(request, format === 'wheel' ? format : 'python'),
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
          errors: ['UNAVAILABLE'],
          produces: ['text/x-python', WHEEL_TYPE],
        },
      ),
    },
  )
  .get(
    '/sdk/python/:file',
    async ({ request, params }) => {
      if (params.file !== getWheelName()) throw new AppError('NOT_FOUND', 'There is no such file');
      return respondWithDownload(request, 'wheel');
    },
    { access: 'public', tier: 'relaxed', anyOrigin: true, detail: { hide: true } },
  )
  .get(
    '/sdk/typescript',
    ({ request, query: { format } }) =>
      respondWithDownload(request, format === 'tarball' ? format : 'typescript'),
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
          errors: ['UNAVAILABLE'],
          produces: ['application/typescript', TARBALL_TYPE],
        },
      ),
    },
  )
  .get('/sdk/n8n', ({ request }) => respondWithDownload(request, 'n8n'), {
    access: 'public',
    tier: 'relaxed',
    anyOrigin: true,
    detail: describeRoute('getN8nNodes', 'Download the community nodes for n8n as an npm package', {
      description:
        'An action node with every operation that an API key may call, and a trigger that verifies signatures. Install the file with npm in the folder of n8n.',
      cached: true,
      errors: ['UNAVAILABLE'],
      produces: [TARBALL_TYPE],
    }),
  });

/** Clients of the older transport request a stream and would retry forever if they received the definition. */
function rejectStream(): Response {
  const response = failureResponse(
    new AppError('METHOD_NOT_ALLOWED', "This server doesn't offer an event stream; send messages with POST"),
  );
  response.headers.set('Allow', 'POST');
  response.headers.set('Vary', 'Accept');
  return response;
}

const REFERENCE_PAGE = referencePage(DOCUMENT_PATH);

/** Returns the interactive reference page. */
function respondWithReference(request: Request): Promise<Response> {
  const headers = {
    ...VARY,
    'Content-Security-Policy': REFERENCE_PAGE.policy,
    'X-Frame-Options': 'DENY',
  };
  return cache.respond(request, 'page', () => REFERENCE_PAGE.text, {
    contentType: `${HTML};charset=utf-8`,
    headers,
  });
}

async function respondWithDownload(request: Request, download: DownloadName): Promise<Response> {
  const { describe, builder } = installationOf(request);
  const document = await describe();
  const { fileName, contentType } = DOWNLOADS[download];
  return cache.respond(request, toKey(download, document), () => buildFile(builder, { document, download }), {
    contentType,
    headers: { 'Content-Disposition': `attachment; filename="${fileName}"` },
  });
}

const packedFiles = new Map<ReferencePath, Promise<Uint8Array<ArrayBuffer>>>();

/** Compressed once; decompressed for clients that do not accept gzip. */
async function respondWithReferenceFile(request: Request, path: ReferencePath): Promise<Response> {
  const pending = packedFiles.get(path) ?? packReferenceFile(path);
  packedFiles.set(path, pending);
  const packed = await pending;
  const isPacked = request.headers.get('accept-encoding')?.includes('gzip') ?? false;
  const build = () => (isPacked ? packed : Bun.gunzipSync(packed));
  return cache.respond(request, `${path} ${isPacked}`, build, {
    contentType: REFERENCE_FILES[path].contentType,
    headers: { Vary: 'Accept-Encoding', ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}) },
  });
}

const shown = { access: 'public', tier: 'relaxed', anyOrigin: true, detail: { hide: true } } as const;

/** Returns a handler for a document that is made from the API description. */
function manifest(key: string, build: (document: OpenApiDocument) => unknown, contentType?: string) {
  return async ({ request }: { request: Request }) => {
    const document = await installationOf(request).describe();
    return cache.respond(request, toKey(key, document), () => build(document), { contentType });
  };
}

/** Serves discovery documents at the root of the server. */
export const manifestRoutes = new Elysia({ name: 'manifests' })
  .use(api)
  .get('/docs', ({ request }) => respondWithReference(request), shown)
  .get('/.well-known/ai-plugin.json', manifest('plugin', buildPluginManifest), shown)
  .get('/operations.json', manifest('operations', buildOperationsIndex), shown)
  .get('/server.json', manifest('server', buildServerManifest), shown)
  .get('/llms.txt', manifest('llms', buildLlmsText, 'text/plain;charset=utf-8'), shown)
  .get(
    '/logo.svg',
    // Each page shows it, so it must not wait for the document.
    ({ request }) => cache.respond(request, 'logo', () => LOGO, { contentType: 'image/svg+xml' }),
    shown,
  );
for (const path of REFERENCE_PATHS)
  manifestRoutes.get(path, ({ request }) => respondWithReferenceFile(request, path), shown);
