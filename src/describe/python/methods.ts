import { DRY_RUN_HEADER } from '../../http/dry-run.ts';
import { pascalCase, snakeCase, splitWords } from '../../platform/names.ts';
import { type Input, isStreaming, type OperationCall } from '../operation-calls.ts';
import { type Argument, isNullable, listOverloads, toArguments } from './arguments.ts';
import { indent, toDocstring, toIdentifier, toLiteral } from './text.ts';
import type { PythonTypes } from './types.ts';

/** An operation as a method of the client. */
export interface Method {
  name: string;
  source: string;
  /** Its declaration in the asynchronous client. */
  asyncSource: string;
  isStream: boolean;
  /** The method that iterates over all pages, for paginated lists. */
  iterator: { name: string; source: string; asyncSource: string } | undefined;
  resource: string;
  /** Its name on the resource. */
  shortName: string;
}

export function toMethod(call: OperationCall, types: PythonTypes): Method {
  const name = toIdentifier(call.id);
  const resource = getResourceName(call);
  return {
    name,
    source: generateMethod(call, name, types),
    asyncSource: generateAsyncMethod(call, name, types),
    isStream: isStreaming(call),
    iterator: generateIterator(call, name, types),
    resource,
    shortName: getShortName(call.id, resource),
  };
}

/** Returns the resource name: the first path segment after the prefix. */
function getResourceName({ path }: OperationCall): string {
  return toIdentifier(path.replace(/^\/api\/v\d+\//, '').split('/')[0] ?? '');
}

/** Removes the words of the resource from the operation's name: create_campaign becomes create. */
function getShortName(id: string, resource: string): string {
  const resourceWords = new Set(splitWords(resource).flatMap(word => [word, toSingular(word)]));
  const [verb = '', ...rest] = splitWords(id);
  const left = rest.filter(word => !resourceWords.has(word) && !resourceWords.has(toSingular(word)));
  return toIdentifier([verb, ...left].join('_'));
}

function toSingular(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/([^s])s$/, '$1');
}

function generateMethod(call: OperationCall, name: string, types: PythonTypes): string {
  const all = toArguments(call, types);
  const returns = getReturnType(call, types);
  const isPlain = returns === 'Any' || isStreaming(call);
  const request = generateRequest(call, all);
  const answer = isPlain ? `return ${request}` : `return cast(${toLiteral(returns)}, ${request})`;
  const overloads = listOverloads(call, types).map(
    each => `@overload\n${generateSignature(name, each.arguments)} -> ${each.returns}: ...\n`,
  );
  return [
    ...overloads,
    '@_operation',
    `${generateSignature(name, all)} -> ${returns}:`,
    indent(toDocstring(listDocumentationLines(call, all))),
    indent(answer),
    '',
  ].join('\n');
}

/** Declares the method for type checkers; the asynchronous client calls the other one in a thread. */
function generateAsyncMethod(call: OperationCall, name: string, types: PythonTypes): string {
  const declare = (args: Argument[], returns: string) =>
    isStreaming(call)
      ? `${generateSignature(name, args)} -> ${toAsyncIterator(returns)}:`
      : `async ${generateSignature(name, args)} -> ${returns}:`;
  const overloads = listOverloads(call, types).map(
    each => `@overload\n${declare(each.arguments, each.returns)} ...\n`,
  );
  return [
    ...overloads,
    declare(toArguments(call, types), getReturnType(call, types)),
    indent(DECLARATION),
    '',
  ].join('\n');
}

const DECLARATION = 'raise NotImplementedError';

function toAsyncIterator(type: string): string {
  return type.replace(/^Iterator/, 'AsyncIterator');
}

function getReturnType(call: OperationCall, types: PythonTypes): string {
  const { id, result } = call;
  if (result.kind === 'stream') return 'Iterator[Dict[str, Any]]';
  if (result.kind === 'bytes') return 'bytes';
  if (result.kind === 'document') return 'Dict[str, Any]';
  return types.of(result.schema, `${pascalCase(id)}Answer`);
}

function generateSignature(name: string, all: Argument[]): string {
  const inPath = all.filter(({ input }) => input.place === 'path');
  const required = all.filter(({ input }) => input.place !== 'path' && input.isRequired);
  const optional = all.filter(({ input }) => input.place !== 'path' && !input.isRequired);
  const lines = [
    'self',
    ...inPath.map(argument => `${argument.name}: ${argument.type}`),
    ...(required.length + optional.length > 0 ? ['*'] : []),
    ...required.map(argument => `${argument.name}: ${argument.type}`),
    ...optional.map(toOptionalArgument),
  ];
  return `def ${name}(\n${indent(lines.join(',\n'))},\n)`;
}

/** For nullable inputs, None means null and _UNSET means omitted; elsewhere None means omitted. */
function toOptionalArgument({ input, name, type }: Argument): string {
  return isNullable(input) ? `${name}: ${type} = _UNSET` : `${name}: Optional[${type}] = None`;
}

function listDocumentationLines(call: OperationCall, all: Argument[]): string[] {
  const { operation, method, path } = call;
  const described = all.filter(({ input }) => input.description);
  return [
    operation.summary,
    '',
    ...(operation.description ? [operation.description, ''] : []),
    `${method} ${path}`,
    '',
    ...(described.length > 0
      ? ['Args:', ...described.map(({ name, input }) => `    ${name}: ${input.description}`), '']
      : []),
    `Raises PerkmintError with ${operation['x-error-codes'].join(', ')}.`,
  ];
}

function generateRequest(call: OperationCall, all: Argument[]): string {
  const at = (place: Input['place']) => all.filter(({ input }) => input.place === place);
  const dict = (some: Argument[]) =>
    `{${some.map(({ input, name }) => `${toLiteral(input.apiName)}: ${name}`).join(', ')}}`;
  const nullable = at('body').filter(({ input }) => isNullable(input));
  const files = at('body').filter(({ input }) => input.isFile);
  const [key, dryRun] = ['Idempotency-Key', DRY_RUN_HEADER].map(apiName =>
    all.find(({ input }) => input.apiName === apiName),
  );
  const parts = [
    toLiteral(call.method),
    generatePath(call.path, at('path')),
    ...(at('query').length > 0 ? [`query=_without_unset(${dict(at('query'))})`] : []),
    ...(call.bodyType
      ? [`body=_without_unset(${[dict(at('body')), toTuple(nullable)].filter(Boolean).join(', ')})`]
      : []),
    ...(files.length > 0 ? [`files=${toTuple(files)}`, 'is_form=True'] : []),
    ...(key ? ['is_idempotent=True', `idempotency_key=${key.name}`] : []),
    ...(dryRun ? [`dry_run=${dryRun.name}`] : []),
  ];
  const send = isStreaming(call) ? '_follow' : '_call';
  return `self.${send}(\n${indent(parts.join(',\n'))},\n)`;
}

function toTuple(all: Argument[]): string {
  return all.length === 0 ? '' : `(${all.map(({ input }) => toLiteral(input.apiName)).join(', ')},)`;
}

function generatePath(path: string, all: Argument[]): string {
  if (all.length === 0) return toLiteral(path);
  const named = new Map(all.map(({ input, name }) => [input.apiName, name]));
  const pieces = path.split(/\{(\w+)\}/);
  return pieces
    .flatMap((piece, index) => {
      if (index % 2 === 1) return [`_segment(${named.get(piece)})`];
      return piece === '' ? [] : [toLiteral(piece)];
    })
    .join(' + ');
}

function generateIterator(call: OperationCall, method: string, types: PythonTypes): Method['iterator'] {
  const { result, id, operation } = call;
  if (result.kind !== 'data' || !result.item) return undefined;
  const filters = toArguments(call, types).filter(({ input }) => !['page', 'before'].includes(input.apiName));
  const item = types.of(result.item, `${pascalCase(id)}Item`);
  const name = `iter_${snakeCase(id).replace(/^list_/, '')}`;
  const passed = filters.map(argument => `${toLiteral(argument.name)}: ${argument.name}`).join(', ');
  const source = [
    '@_operation',
    `${generateSignature(name, filters)} -> Iterator[${item}]:`,
    indent(toDocstring([`${operation.summary}. Iterates over all records with cursors, 100 a page.`])),
    indent(`return self._pages(self.${method}, _without_unset({${passed}}))`),
    '',
  ].join('\n');
  const asyncSource = [
    `${generateSignature(name, filters)} -> AsyncIterator[${item}]:`,
    indent(DECLARATION),
    '',
  ].join('\n');
  return { name, source, asyncSource };
}
