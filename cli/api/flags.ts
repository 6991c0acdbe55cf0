import { basename } from 'node:path';
import { type OpenApiDocument, resolveReference, type Schema } from '../../src/describe/openapi/document.ts';
import type { Arguments, Input, OperationCall } from '../../src/describe/operation-calls.ts';
import { kebabCase } from '../../src/platform/names.ts';
import { suggest } from '../../src/platform/suggest.ts';
import { UsageError } from '../errors.ts';
import { readInputFile } from '../input.ts';

/** Parses `--name value`, `--name=value` and `--flag` into the arguments of a call; `--reward.value 5` sets a nested field. */
export function parseFlags(document: OpenApiDocument, call: OperationCall, words: string[]): Arguments {
  const result: Arguments = {};
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const named = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word);
    if (!named) throw new UsageError(`Unexpected argument ${word}; use --name value`);
    const [first = '', ...inner] = (named[1] as string).split('.');
    const input = call.inputs.find(({ name }) => name === first || kebabCase(name) === first);
    if (!input) {
      const near = suggest(
        first,
        call.inputs.map(({ name }) => kebabCase(name)),
      );
      throw new UsageError(`${call.id} has no field ${first}${near}; see perkmint api ${call.id} --help`);
    }
    const schema = inner.reduce((at, step) => findProperty(document, at, step), input.schema);
    const isFlag = jsonTypes(document, schema).has('boolean');
    const hasValue = left.length > 0 && !left[0]?.startsWith('--');
    const text = named[2] ?? (isFlag && !hasValue ? 'true' : left.shift());
    if (text === undefined) throw new UsageError(`--${named[1]} needs a value`);
    setPath(result, [input.name, ...inner], readValue(document, input, schema, text));
  }
  return result;
}

function findProperty(document: OpenApiDocument, schema: Schema, name: string): Schema {
  const variants = listVariants(document, schema);
  return variants.flatMap(variant => variant.properties?.[name] ?? [])[0] ?? {};
}

function listVariants(document: OpenApiDocument, schema: Schema): Schema[] {
  const whole = resolveReference(document, schema);
  return whole.anyOf?.flatMap(variant => listVariants(document, variant)) ?? [whole];
}

/** Returns the JSON types that a field accepts. */
export function jsonTypes(document: OpenApiDocument, schema: Schema): Set<string> {
  return new Set(
    listVariants(document, schema).map(({ type, enum: words }) => type ?? (words ? 'string' : 'any')),
  );
}

/** Converts a value to the type of its field. Values that don't fit are sent unchanged; the server reports the error. */
function readValue(document: OpenApiDocument, { isFile }: Input, schema: Schema, text: string): unknown {
  if (isFile) return new File([readInputFile(text)], basename(text));
  const types = jsonTypes(document, schema);
  if (types.has('null') && text === 'null') return null;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = types.has('number') || types.has('integer');
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (types.has('array') && !text.trim().startsWith('[')) return text.split(',').map(item => item.trim());
  if (types.has('object') || types.has('array') || types.has('any')) return parseJson(text) ?? text;
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function setPath(target: Arguments, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = typeof target[name] === 'object' && target[name] !== null ? target[name] : {};
  target[name] = inner;
  setPath(inner as Arguments, rest, value);
}
