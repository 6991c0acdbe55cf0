import {
  type Example,
  type MediaType,
  type OpenApiDocument,
  type Parameter,
  resolveReference,
} from '../openapi/document.ts';
import { listOperationCalls, type OperationCall } from '../operation-calls.ts';

/** Format of the collection, as in bruno.json. */
const FORMAT_VERSION = '1';
const API_PATH = '/api/v1';
const JSON_TYPE = 'application/json';
const INDENT = '  ';
/** Marks an input that is not sent until the user enables it. */
const OFF = '~';
/** Values of headers whose description has no example; the key must differ between requests. */
const HEADER_VALUES: Readonly<Record<string, string>> = {
  'Idempotency-Key': '{{$guid}}',
  'X-Dry-Run': 'true',
};

/**
 * Generates a collection for the API client Bruno: a folder per tag, a request per operation with the example of its
 * body, and an environment with the address of the server. Deliveries that a provider signs are left out.
 */
export function generateBrunoCollection(document: OpenApiDocument): Record<string, string> {
  const calls = listOperationCalls(document).filter(({ isSigned }) => !isSigned);
  const requests = calls.map((call, at) => {
    const [folder = ''] = call.operation.tags;
    return [`${folder}/${call.id}.bru`, formatRequest(document, call, at + 1)];
  });
  const folders = document.tags
    .filter(({ name }) => calls.some(({ operation }) => operation.tags[0] === name))
    .map(({ name, description }, at) => [
      `${name}/folder.bru`,
      join([
        block('meta', [`name: ${name}`, `seq: ${at + 1}`]),
        block('auth', ['mode: inherit']),
        block('docs', [description]),
      ]),
    ]);
  const baseUrl = `${document.servers[0]?.url}${API_PATH}`;
  return {
    'bruno.json': `${JSON.stringify({ version: FORMAT_VERSION, name: 'Perkmint', type: 'collection' }, null, 2)}\n`,
    'collection.bru': join([
      block('auth', ['mode: bearer']),
      block('auth:bearer', ['token: {{token}}']),
      block('docs', [
        'Select the environment, and set `token` to an API key or an access token of `POST /auth`.',
      ]),
    ]),
    'environments/Perkmint.bru': join([block('vars', [`baseUrl: ${baseUrl}`]), 'vars:secret [\n  token\n]']),
    ...Object.fromEntries(folders),
    ...Object.fromEntries(requests),
  };
}

function formatRequest(document: OpenApiDocument, call: OperationCall, seq: number): string {
  const { method, path, operation, inputs, bodyType } = call;
  const parameters = new Map(
    (operation.parameters ?? []).map(node => {
      const parameter = resolveReference<Parameter>(document, node);
      return [parameter.name, parameter];
    }),
  );
  const lines = (place: string) =>
    inputs
      .filter(input => input.place === place)
      .map(({ apiName, isRequired }) => {
        const value = HEADER_VALUES[apiName] ?? String(parameters.get(apiName)?.example ?? '');
        return `${isRequired ? '' : OFF}${apiName}: ${value}`;
      });
  const url = `{{baseUrl}}${path.slice(API_PATH.length).replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const kind = bodyType === JSON_TYPE ? 'json' : bodyType ? 'multipartForm' : 'none';
  return join([
    block('meta', [`name: ${operation.summary}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [
      `url: ${url}`,
      `body: ${kind}`,
      `auth: ${operation.security.length > 0 ? 'inherit' : 'none'}`,
    ]),
    block('params:query', lines('query')),
    block('params:path', lines('path')),
    block('headers', lines('header')),
    ...formatBody(document, call),
    block('docs', [operation.description ?? operation.summary]),
  ]);
}

function formatBody(document: OpenApiDocument, { operation, inputs, bodyType }: OperationCall): string[] {
  if (!bodyType) return [];
  const value = findExample(document, operation.requestBody?.content[bodyType]);
  if (bodyType === JSON_TYPE) return [block('body:json', [JSON.stringify(value, null, 2)])];
  const fields = inputs.filter(({ place }) => place === 'body');
  return [
    block(
      'body:multipart-form',
      fields.map(({ apiName, isFile, isRequired }) => {
        const text = isFile ? '@file()' : String(value[apiName] ?? '');
        return `${isRequired ? '' : OFF}${apiName}: ${text}`;
      }),
    ),
  ];
}

/** Returns the first example of a body, or an empty object. */
function findExample(document: OpenApiDocument, media: MediaType | undefined): Record<string, unknown> {
  const [first] = Object.values(media?.examples ?? {});
  return first ? (resolveReference<Example>(document, first).value as Record<string, unknown>) : {};
}

/** Formats a block of Bruno's language, or nothing without lines; a line that is not indented would end the block. */
function block(name: string, texts: string[]): string {
  const lines = texts.flatMap(text => text.split('\n')).map(line => `${INDENT}${line}`);
  return lines.length === 0 ? '' : [`${name} {`, ...lines, '}'].join('\n');
}

function join(blocks: string[]): string {
  return `${blocks.filter(text => text !== '').join('\n\n')}\n`;
}
