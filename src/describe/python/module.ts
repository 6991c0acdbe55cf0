import { ERRORS } from '../../errors.ts';
import { pascalCase } from '../../platform/names.ts';
import { VERSION } from '../../platform/version.ts';
import { getPathPrefix } from '../mcp/definition.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../openapi/document.ts';
import { listOperationCalls } from '../operation-calls.ts';
import { generateAsyncClient } from './async-client.ts';
import { BASE_ERROR, FAMILIES, type Family, findFamily } from './base-error.ts';
import { CLIENT_BASE } from './client-base.ts';
import { CONNECTION } from './connection.ts';
import { IMPORTS } from './imports.ts';
import { type Method, toMethod } from './methods.ts';
import { TRANSPORT } from './runtime.ts';
import { indent, toDocstring, toLiteral } from './text.ts';
import { PythonTypes } from './types.ts';
import { WEBHOOK } from './webhook.ts';

/** Generates the client for Python 3.9 and later as one module, from the document alone. */
export function generatePythonModule(document: OpenApiDocument): string {
  const types = new PythonTypes(document);
  for (const name of ['ErrorDetail', 'SignInChallenge', 'Event'])
    types.of({ $ref: `#/components/schemas/${name}` }, name);
  const methods = listOperationCalls(document).map(call => toMethod(call, types));
  const resources = groupByResource(methods);
  const codes = listErrorCodes(document);
  const parts = [
    generateModuleDocstring(document),
    IMPORTS,
    generateConstants(document),
    ...types.sources,
    BASE_ERROR,
    ...FAMILIES.map(generateFamily),
    ...codes.filter(code => !isFamily(code)).map(generateErrorClass),
    generateErrorTable(codes),
    WEBHOOK,
    TRANSPORT,
    CONNECTION,
    CLIENT_BASE,
    ...resources.flatMap(resource => [
      generateResourceClass(resource),
      generateResourceClass(resource, 'Async'),
    ]),
    generateClientClass(document, methods, resources),
    generateAsyncClient(methods, resources),
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
function toErrorClassName(code: string): string {
  const name = pascalCase(code);
  return name.endsWith('Error') ? name : `${name}Error`;
}

function generateFamily({ name, about }: Family): string {
  return `class ${name}(PerkmintError):\n${indent(toDocstring([about]))}\n`;
}

/** A family has the name of the code that says no more than its status. */
function isFamily(code: string): boolean {
  return FAMILIES.some(({ name }) => name === toErrorClassName(code));
}

function generateErrorClass(code: string): string {
  const { about, status } = (ERRORS as Record<string, { about: string; status: number }>)[code] ?? {
    about: code,
    status: 0,
  };
  const base = findFamily(status);
  return `class ${toErrorClassName(code)}(${base}):\n${indent(toDocstring([`${about} (${code}).`]))}\n`;
}

function generateErrorTable(codes: string[]): string {
  const lines = codes.map(code => `${toLiteral(code)}: ${toErrorClassName(code)},`);
  const about = '#: Exception class for each error code.';
  const families = FAMILIES.flatMap(({ name, statuses }) => statuses.map(status => `${status}: ${name},`));
  return [
    `${about}\nERRORS: Dict[str, Type[PerkmintError]] = {\n${indent(lines.join('\n'))}\n}`,
    `_FAMILIES: Dict[int, Type[PerkmintError]] = {\n${indent(families.join('\n'))}\n}\n`,
  ].join('\n');
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

function generateResourceClass({ name, className, members }: Resource, kind = ''): string {
  const lines = members.map(({ short, full }) => `self.${short} = client.${full}`);
  return [
    `class _${kind}${className.slice(1)}:`,
    indent(toDocstring([`Operations on ${name}.`])),
    '',
    indent(`def __init__(self, client: ${kind}Client) -> None:\n${indent(lines.join('\n'))}`),
    '',
  ].join('\n');
}

function generateClientClass(document: OpenApiDocument, methods: Method[], resources: Resource[]): string {
  const about = toDocstring([
    `Client for ${document.info.title}.`,
    '',
    'Pass either an access token or an API key. Requests time out after `timeout` seconds and are retried up to',
    '`max_retries` times after 429 and 5xx responses, if retrying is safe. Waits are logged by the logger perkmint;',
    'an error that asks for more than `max_wait` seconds is raised. `on_response` receives the status and headers of',
    'each response, and `last_response` has those of the latest one. Connections are reused, also by other threads.',
  ]);
  const init = [
    'def __init__(',
    indent('self,\nbase_url: str = _DEFAULT_URL,\n*,\ntoken: Optional[str] = None,'),
    indent('api_key: Optional[str] = None,\ntimeout: float = 30.0,\nmax_retries: int = 3,'),
    indent('max_wait: float = 60.0,\non_response: Optional[Callable[[ResponseInfo], None]] = None,'),
    ') -> None:',
    indent('super().__init__('),
    indent('base_url,\ntoken=token,\napi_key=api_key,\ntimeout=timeout,', 2),
    indent('max_retries=max_retries,\nmax_wait=max_wait,\non_response=on_response,', 2),
    indent(')'),
    ...resources.map(({ name, className }) => indent(`self.${name} = ${className}(self)`)),
    '',
  ].join('\n');
  const sources = methods.flatMap(({ source, iterator }) => [source, ...(iterator ? [iterator.source] : [])]);
  return `class Client(_Transport):\n${[about, '', init, ...sources].map(text => indent(text)).join('\n')}`;
}

function generateExports(types: PythonTypes, codes: string[]): string {
  const errors = ['PerkmintError', 'NoAnswerError', 'ERRORS'];
  const families = FAMILIES.map(({ name }) => name);
  const names = [
    'Client',
    'AsyncClient',
    'ResponseInfo',
    ...errors,
    'File',
    'WebhookSecret',
    'unwrap_webhook',
    'verify_webhook',
  ];
  const classes = new Set([...families, ...codes.map(toErrorClassName)]);
  const all = [...names, ...classes, ...types.names];
  return `__all__ = [\n${indent(all.map(name => `${toLiteral(name)},`).join('\n'))}\n]\n`;
}
