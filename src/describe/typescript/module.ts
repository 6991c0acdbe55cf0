import { VERSION } from '../../platform/version.ts';
import { getPathPrefix } from '../mcp/definition.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { listOperationCalls } from '../operation-calls.ts';
import { generateArguments, generateInterface, generateTemplate } from './operations.ts';
// @ts-expect-error The text of the file, which has no default export.
import clientSource from './runtime/client.ts' with { type: 'text' };
// @ts-expect-error The text of the file, which has no default export.
import errorsSource from './runtime/errors.ts' with { type: 'text' };
// @ts-expect-error The text of the file, which has no default export.
import templateSource from './runtime/generated.ts' with { type: 'text' };
// @ts-expect-error The text of the file, which has no default export.
import requestSource from './runtime/request.ts' with { type: 'text' };
// @ts-expect-error The text of the file, which has no default export.
import streamSource from './runtime/stream.ts' with { type: 'text' };
// @ts-expect-error The text of the file, which has no default export.
import webhookSource from './runtime/webhook.ts' with { type: 'text' };
import runtimeDeclarations from './runtime-declarations.txt' with { type: 'text' };
import { indent, TypeScriptTypes, toLiteral } from './types.ts';

/** Names of the runtime and of the language, which no component may have. */
const RESERVED = new Set([
  ...'Client ClientOptions CallOptions ResponseInfo Retry Operations OperationTemplate ErrorFacts'.split(' '),
  ...'PerkmintError InvalidRequestError AuthenticationError PermissionError NotFoundError'.split(' '),
  ...'ConflictError RateLimitError ServerError NoAnswerError WebhookError WebhookHeaders'.split(' '),
  ...'Array Blob Error Headers Map Object Promise Record Response Set String Connection Prepared'.split(' '),
  ...'Arguments Frame Bytes File'.split(' '),
]);
const SCHEMAS = '#/components/schemas/';

/** The generated parts of the module. */
interface Parts {
  header: string;
  types: string;
  constants: string;
  operations: string;
}

/** Generates the TypeScript client as one module without dependencies, from the document alone. */
export function generateTypeScriptModule(document: OpenApiDocument): string {
  const { header, types, constants, operations } = generateParts(document);
  const runtime = [errorsSource, requestSource, streamSource, clientSource, webhookSource].map(
    withoutImports,
  );
  return [header, types, getTemplateType(), constants, operations, ...runtime].join('\n');
}

/** Generates the declarations of the module. */
export function generateDeclarations(document: OpenApiDocument): string {
  const { header, types } = generateParts(document);
  return [header, types, runtimeDeclarations].join('\n');
}

function generateParts(document: OpenApiDocument): Parts {
  const types = new TypeScriptTypes(document, RESERVED);
  for (const name of ['ErrorDetail', 'ErrorCode', 'SignInChallenge', 'Event'])
    types.of({ $ref: SCHEMAS + name });
  const calls = listOperationCalls(document).filter(call => !call.isSigned);
  const argumentTypes = calls.flatMap(call => generateArguments(call, types) ?? []);
  const methods = generateInterface(calls, types);
  const url = document.servers[0]?.url;
  return {
    header: [
      '/*',
      ` * TypeScript client for ${document.info.title}: ${document.info.summary}.`,
      ' *',
      ' * Generated from the OpenAPI document. For Node.js 20 and later, Bun, Deno and browsers; no dependencies.',
      ' *',
      ` *     const client = new Client({ baseUrl: ${toLiteral(url)}, apiKey: 'pmk_...' });`,
      " *     for await (const campaign of client.iterateCampaigns({ state: 'active' })) console.log(campaign.name);",
      ' */',
      '',
    ].join('\n'),
    types: [...types.sources, ...argumentTypes, methods].join('\n'),
    constants: [
      `const VERSION: string = ${toLiteral(VERSION)};`,
      `const DEFAULT_URL: string = ${toLiteral(url)};`,
      `const PREFIX: string = ${toLiteral(getPathPrefix(document))};`,
      '',
    ].join('\n'),
    operations: [
      'const OPERATIONS: Readonly<Record<string, OperationTemplate>> = {',
      ...calls.map(call => indent(generateTemplate(call))),
      '};',
      '',
    ].join('\n'),
  };
}

/** Returns the type of the table's entries, which the runtime shares with its placeholder. */
function getTemplateType(): string {
  const [found] = /\/\*\* How an operation is called\.[\s\S]*?\n\}\n/.exec(String(templateSource)) ?? [];
  if (!found) throw new Error('The runtime defines no OperationTemplate');
  return found.replace('export ', '');
}

/** Removes imports, since all files become one, and exports of what only the other files use. */
function withoutImports(source: unknown): string {
  return String(source)
    .replaceAll(/^import [\s\S]*?;\n/gm, '')
    .replaceAll(
      /^export (?=(?:interface Prepared|interface Credentials|type Arguments|async function prepare|const NO_ANSWER|function toError|async function\* readFrames)\b)/gm,
      '',
    )
    .trimStart();
}
