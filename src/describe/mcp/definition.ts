import { VERSION } from '../../platform/version.ts';
import { listOperations, type OpenApiDocument } from '../openapi/document.ts';
import { META_TOOLS } from './meta-tools.ts';
import { PROMPTS, type Prompt } from './prompts.ts';
import { listTools, type Tool } from './tools.ts';
import { ALL_TOOLS, isInToolsets, listToolsets } from './toolsets.ts';

/** The version of the definition, independent of the server version. */
const DEFINITION_VERSION = '1.0.0';
/** Protocol revisions supported by the official server package; a test compares them. */
export const PROTOCOL_VERSIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** A resource that agents can read: the response of one operation. */
export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

export interface Definition {
  name: string;
  title: string;
  version: string;
  description: string;
  serverVersion: string;
  protocolVersions: string[];
  transport: { type: 'streamable-http'; url: string };
  authentication: Record<string, unknown>;
  /** The names that the parameter `toolsets` takes. */
  toolsets: string[];
  tools: Tool[];
  resources: Resource[];
  prompts: Prompt[];
}

const RESOURCES = [
  {
    path: '/actions',
    name: 'actions',
    title: 'Action library',
    description: 'The marketing actions a campaign can ask for, with value, policy and suggested reward',
  },
  {
    path: '/benchmarks',
    name: 'benchmarks',
    title: 'Benchmarks',
    description: 'Published benchmarks by industry, with sources',
  },
  {
    path: '/legal',
    name: 'legal',
    title: 'Legal notes',
    description: 'Terms, privacy notice and disclosure rules of this installation',
  },
  {
    path: '/campaigns',
    name: 'campaigns',
    title: 'Campaigns',
    description: "The caller's campaigns, newest first",
  },
];

const URI_PREFIX = 'perkmint://';

/**
 * Builds the agent tool definition: what POST /mcp offers to a caller with all permissions.
 * @param toolsets the toolsets to list beside the default one
 */
export function buildMcpDefinition(document: OpenApiDocument, toolsets: readonly string[] = []): Definition {
  return {
    name: 'perkmint',
    title: String(document.info.title),
    version: DEFINITION_VERSION,
    description: String(document.info.summary),
    serverVersion: VERSION,
    protocolVersions: PROTOCOL_VERSIONS,
    transport: { type: 'streamable-http', url: `${document.servers[0]?.url}${getPathPrefix(document)}/mcp` },
    authentication: {
      required: true,
      schemes: [
        { type: 'bearer', header: 'Authorization', format: 'Bearer <access token or API key>' },
        { type: 'apiKey', header: 'X-API-Key', format: '<API key>' },
        {
          type: 'oauth2',
          metadata: `${document.servers[0]?.url}/.well-known/oauth-protected-resource${getPathPrefix(document)}/mcp`,
        },
      ],
    },
    toolsets: listToolsets(document),
    tools: listDefinedTools(document, toolsets),
    resources: listResources(document),
    prompts: PROMPTS,
  };
}

function listDefinedTools(document: OpenApiDocument, toolsets: readonly string[]): Tool[] {
  const bound = listTools(document).filter(({ call }) => isInToolsets(call, toolsets));
  if (toolsets.includes(ALL_TOOLS)) return bound.map(({ tool }) => tool);
  return [...bound.map(({ compact }) => compact), ...META_TOOLS];
}

/** Lists the resources whose operation exists. */
export function listResources(document: OpenApiDocument): Resource[] {
  return RESOURCES.filter(({ path }) => document.paths[getPathPrefix(document) + path]?.get).map(
    ({ path: _, ...resource }) => ({
      uri: URI_PREFIX + resource.name,
      ...resource,
      mimeType: 'application/json',
    }),
  );
}

/** Returns the path of a resource's operation; undefined for an unknown resource. */
export function findResourcePath(document: OpenApiDocument, uri: string): string | undefined {
  const source = RESOURCES.find(({ name }) => URI_PREFIX + name === uri);
  const path = source && getPathPrefix(document) + source.path;
  return path && document.paths[path]?.get ? path : undefined;
}

/** Returns the common path prefix of the API. */
export function getPathPrefix(document: OpenApiDocument): string {
  return /^\/api\/v\d+/.exec(listOperations(document)[0]?.path ?? '')?.[0] ?? '';
}
