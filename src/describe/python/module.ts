import { ERRORS } from '../../errors.ts';
import { VERSION } from '../../platform/version.ts';
import { getPathPrefix } from '../mcp/definition.ts';
import { pascalCase } from '../names.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../openapi/document.ts';
import { listOperationCalls } from '../operation-calls.ts';
import { IMPORTS } from './imports.ts';
import { type Method, toMethod } from './methods.ts';
import { BASE_ERROR, CLIENT_BASE, TRANSPORT } from './runtime.ts';
import { indent, toDocstring, toLiteral } from './text.ts';
import { PythonTypes } from './types.ts';
import { WEBHOOK } from './webhook.ts';

/** Generates the client for Python 3.9 and later as one module, from the document alone. */
export function generatePythonModule(document: OpenApiDocument): string {
  const types = new PythonTypes(document);
  types.of({ $ref: '#/components/schemas/ErrorDetail' }, 'ErrorDetail');
  const methods = listOperationCalls(document).map(call => toMethod(call, types));
  const resources = groupByResource(methods);
  const codes = listErrorCodes(document);
  const parts = [
    generateModuleDocstring(document),
    IMPORTS,
    generateConstants(document),
    ...types.sources,
    BASE_ERROR,
    ...codes.map(generateErrorClass),
    generateErrorTable(codes),
    WEBHOOK,
    TRANSPORT,
    CLIENT_BASE,
    ...resources.map(generateResourceClass),
    generateClientClass(document, methods, resources),
    generateExports(types, codes),
  ];
  return parts.map(part => part.replace(/\n+$/, '\n')).join('\n\n');
}

function generateModuleDocstring(document: OpenApiDocument): string {
  return toDocstring([
    `Python client for ${document.info.title}: ${document.info.summary}.`,
    '',
    'Generated from the OpenAPI document. Requires Python 3.9 or later; no dependencies.',
    '',
    '    from perkmint import Client',
    '',
    `    client = Client(${toLiteral(document.servers[0]?.url)}, api_key="pmk_...")`,
    '    for campaign in client.campaigns.iterate():',
    '        print(campaign["name"])',
  ]);
}

function generateConstants(document: OpenApiDocument): string {
  return [
    `__version__ = ${toLiteral(VERSION)}`,
    `_DEFAULT_URL = ${toLiteral(document.servers[0]?.url)}`,
    `_PREFIX = ${toLiteral(getPathPrefix(document))}`,
    '',
  ].join('\n');
}

function listErrorCodes(document: OpenApiDocument): string[] {
  const component = document.components.schemas.ErrorCode as Schema;
  return (resolveReference(document, component).enum ?? []).map(String);
}

/** Returns RateLimitedError for RATE_LIMITED; does not repeat a trailing ERROR. */
export function toErrorClassName(code: string): string {
  const name = pascalCase(code);
  return name.endsWith('Error') ? name : `${name}Error`;
}

function generateErrorClass(code: string): string {
  const about = (ERRORS as Record<string, { about: string }>)[code]?.about ?? code;
  return `class ${toErrorClassName(code)}(PerkmintError):\n${indent(toDocstring([`${about} (${code}).`]))}\n`;
}

function generateErrorTable(codes: string[]): string {
  const lines = codes.map(code => `${toLiteral(code)}: ${toErrorClassName(code)},`);
  const about = '#: Exception class for each error code.';
  return `${about}\nERRORS: Dict[str, Type[PerkmintError]] = {\n${indent(lines.join('\n'))}\n}\n`;
}

interface Resource {
  name: string;
  className: string;
  /** Its methods' names on the resource and on the client. */
  members: { short: string; full: string }[];
}

function groupByResource(methods: Method[]): Resource[] {
  const names = [...new Set(methods.map(({ resource }) => resource))];
  const taken = new Set(methods.flatMap(({ name, iterator }) => [name, iterator?.name]));
  return names.map(name => {
    const own = methods.filter(({ resource }) => resource === name);
    const members = own.flatMap(method => [
      { short: method.shortName, full: method.name },
      ...(method.iterator
        ? [{ short: method.shortName.replace(/^list/, 'iterate'), full: method.iterator.name }]
        : []),
    ]);
    const isTwice = (short: string) => members.filter(member => member.short === short).length > 1;
    return {
      name: taken.has(name) ? `${name}_` : name,
      className: `_${pascalCase(name)}`,
      members: members.map(({ short, full }) => ({ short: isTwice(short) ? full : short, full })),
    };
  });
}

function generateResourceClass({ name, className, members }: Resource): string {
  const lines = members.map(({ short, full }) => `self.${short} = client.${full}`);
  return [
    `class ${className}:`,
    indent(toDocstring([`Operations on ${name}.`])),
    '',
    indent(`def __init__(self, client: Client) -> None:\n${indent(lines.join('\n'))}`),
    '',
  ].join('\n');
}

function generateClientClass(document: OpenApiDocument, methods: Method[], resources: Resource[]): string {
  const about = toDocstring([
    `Client for ${document.info.title}.`,
    '',
    'Pass either an access token or an API key. Requests time out after `timeout` seconds and are retried up to',
    '`max_retries` times after 429 and 5xx responses, if retrying is safe.',
  ]);
  const init = [
    'def __init__(',
    indent('self,\nbase_url: str = _DEFAULT_URL,\n*,\ntoken: Optional[str] = None,'),
    indent('api_key: Optional[str] = None,\ntimeout: float = 30.0,\nmax_retries: int = 3,'),
    ') -> None:',
    indent('super().__init__('),
    indent('base_url, token=token, api_key=api_key, timeout=timeout, max_retries=max_retries', 2),
    indent(')'),
    ...resources.map(({ name, className }) => indent(`self.${name} = ${className}(self)`)),
    '',
  ].join('\n');
  const sources = methods.flatMap(({ source, iterator }) => [source, ...(iterator ? [iterator.source] : [])]);
  return `class Client(_Transport):\n${[about, '', init, ...sources].map(text => indent(text)).join('\n')}`;
}

function generateExports(types: PythonTypes, codes: string[]): string {
  const errors = ['PerkmintError', 'NoAnswerError', 'ERRORS'];
  const names = ['Client', ...errors, 'File', 'WebhookSecret', 'unwrap_webhook', 'verify_webhook'];
  const all = [...names, ...codes.map(toErrorClassName), ...types.names];
  return `__all__ = [\n${indent(all.map(name => `${toLiteral(name)},`).join('\n'))}\n]\n`;
}
