import fc from 'fast-check';
import { resolveReference, type Schema } from '../../../src/describe/openapi/document.ts';
import type { Arguments, OperationCall } from '../../../src/describe/operation-calls.ts';
import { named, type Vocabulary, valid } from './values.ts';

/** Generates the arguments of a call: one complete variant of its body, and the other arguments by their schemas. */
export function argumentsOf(words: Vocabulary, call: OperationCall): fc.Arbitrary<Arguments> {
  const body = call.operation.requestBody?.content['application/json'];
  return withBody(words, call, body && valid(words, body.schema));
}

function withBody(
  words: Vocabulary,
  call: OperationCall,
  body?: fc.Arbitrary<unknown>,
): fc.Arbitrary<Arguments> {
  const own = call.inputs.filter(({ place }) => place === 'path' || place === 'query');
  const model = Object.fromEntries(own.map(({ name, schema }) => [name, named(words, name, schema)]));
  const requiredKeys = own.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const outer = fc.record(model, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Arguments>;
  return body ? fc.tuple(outer, body).map(([a, b]) => ({ ...byInput(call, b as Arguments), ...a })) : outer;
}

export function byInput({ inputs }: OperationCall, body: Arguments): Arguments {
  const byWire = new Map(inputs.filter(({ place }) => place === 'body').map(i => [i.apiName, i.name]));
  return Object.fromEntries(
    Object.entries(body).map(([apiName, value]) => [byWire.get(apiName) ?? apiName, value]),
  );
}

/** Generates one invalid argument among valid ones; undefined if no argument can be invalid. */
export function broken(words: Vocabulary, call: OperationCall): fc.Arbitrary<Arguments> | undefined {
  const { document } = words;
  const all = argumentsOf(words, call);
  const inQuery = call.inputs
    .filter(({ place }) => place === 'query')
    .flatMap(({ name, schema }) => broke(all, name, wrongInQuery(resolveReference(document, schema))));
  const body = call.operation.requestBody?.content['application/json']?.schema ?? {};
  // A field of another variant is unknown to this one, and dropped.
  const variants = resolveReference(document, body).anyOf ?? [body];
  const inBody = variants.flatMap(variant => {
    const sound = withBody(words, call, valid(words, variant));
    return Object.entries(resolveReference(document, variant).properties ?? {}).flatMap(([apiName, schema]) =>
      broke(
        sound,
        Object.keys(byInput(call, { [apiName]: 1 }))[0] ?? apiName,
        wrongInBody(resolveReference(document, schema)),
      ),
    );
  });
  const choices = [...inQuery, ...inBody];
  return choices.length > 0 ? fc.oneof(...choices) : undefined;
}

function broke(sound: fc.Arbitrary<Arguments>, name: string, wrong: unknown[]): fc.Arbitrary<Arguments>[] {
  if (wrong.length === 0) return [];
  return [fc.tuple(sound, fc.constantFrom(...wrong)).map(([given, value]) => ({ ...given, [name]: value }))];
}

function wrongInQuery({ type, enum: words, minimum = 0 }: Schema): unknown[] {
  if (type === 'integer') return ['x', '1.5', String(Math.min(minimum, 0) - 1), '1e99', '0x1', ''];
  if (words) return ['no-such-word', 'ACTIVE!'];
  return type === 'boolean' ? ['yes', '2'] : [];
}

function wrongInBody({ type, enum: words, const: word, minimum, maximum, maxLength }: Schema): unknown[] {
  if (words || word !== undefined) return [7, true, 'no-such-word', [[]]];
  switch (type) {
    case 'string':
      return [7, true, { a: [1] }, ...(maxLength ? ['x'.repeat(maxLength + 1)] : [])];
    case 'integer':
    case 'number':
      return [
        '7',
        true,
        [],
        ...(minimum === undefined ? [] : [minimum - 1]),
        ...(maximum ? [maximum + 1] : []),
      ];
    case 'boolean':
      return ['true', 1];
    case 'array':
      return ['x', 1, { a: 1 }];
    case 'object':
      return [7, 'x', true, [1]];
    default:
      // A union, possibly with null: these values match none of its variants.
      return [[[[]]], true];
  }
}
