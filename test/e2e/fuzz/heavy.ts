import fc from 'fast-check';
import type { Schema } from '../../../src/describe/openapi/document.ts';
import {
  isStreaming,
  listOperationCalls,
  type OperationCall,
} from '../../../src/describe/operation-calls.ts';
import { snakeCase } from '../../../src/platform/names.ts';
import { type Draft, fittingCallers, type PathIds, sampled, toRequest } from './drafts.ts';
import { type Body, bodySchemaOf, exampleBodies, fieldsOf, withValue } from './examples.ts';
import type { WireRequest } from './process.ts';
import { CALLERS, type Caller } from './protocol.ts';
import { byInput } from './requests.ts';
import { message, pathArguments, rpc, toolCall } from './tool-drafts.ts';
import type { Vocabulary } from './values.ts';

/** Requests of up to 64 KB that cause as much work as possible, to find those that block the event loop. */

/** Bytes of text in one field; the rest of the request fits into the remainder of 64 KB. */
const LARGE_BYTES = 60_000;
/** Shorter texts cause no significant work. */
const LONG_FIELD = 1_000;
/** The maximum length of a URL or header. */
const HEADER_CHARACTERS = 8_000;
const DEPTH = 10_000;
const MAX_ITEMS = 10_000;
/** Messages per batch; the largest batch still fits into 64 KB. */
const BATCHES = [10, 100, 700];

const AGENTS: readonly Caller[] = ['customer', 'owner', 'admin'];
const METHODS: [method: string, params?: object][] = [
  ['tools/list'],
  ['resources/list'],
  ['resources/read', { uri: 'perkmint://actions' }],
  ['prompts/list'],
  ['ping'],
  ['initialize'],
];

/** Texts that slow down backtracking patterns and repeated scans: a long run with a non-matching end. */
const RUNS = [
  ...[' ', 'a', '@', '.', '%', '#', '-', '<', '\n', '/', '(', '0', '\\', '"', '&', '_', '+', '=', '\u00a0'],
  ...['é', '😀', 'a@', 'a.', 'a-', '/.', '%20', 'A1', '&#', '://', '{{', '\r\n', 'e\u0301'],
];

/** Returns a run with a non-matching end, of up to the given number of characters and JSON bytes. */
function filled(run: string, characters: number, bytes: number = LARGE_BYTES): string {
  const encoded = Buffer.byteLength(JSON.stringify(run)) - 2;
  const count = Math.min(Math.floor((characters - 1) / run.length), Math.floor(bytes / encoded));
  return `${run.repeat(count)}!`;
}

/** Drafts up to `count` heavy requests for an operation. */
export function heavyDrafts(words: Vocabulary, call: OperationCall, count: number, seed: number): Draft[] {
  const all = [...heavyBodies(words, call), ...heavyQueries(call)];
  if (all.length === 0) return [];
  const size = { minLength: Math.min(count, all.length), maxLength: Math.min(count, all.length) };
  const [chosen = []] = sampled(fc.shuffledSubarray(all, size), 1, seed);
  const callers = fittingCallers(call);
  return chosen.map((content, n) => ({
    operation: call.id,
    kind: 'heavy',
    caller: callers[n % callers.length]!,
    pick: n,
    build: ids => toRequest(call, content, 'heavy', n, ids, undefined),
  }));
}

type Content = Parameters<typeof toRequest>[1];

function heavyBodies(words: Vocabulary, call: OperationCall): Content[] {
  const [example] = exampleBodies(words, call);
  if (!example) return [];
  const fields = fieldsOf(words.document, bodySchemaOf(call));
  const bodies = fields.flatMap(({ path, schema }) =>
    heavyValues(schema).map(value => withValue(example, path, value)),
  );
  const texts = RUNS.map(run => ({ ...example, unknown: filled(run, LARGE_BYTES) }));
  const names = Object.fromEntries(Array.from({ length: MAX_ITEMS / 2 }, (_, n) => [`f${n}`, n]));
  const whole = [fullest(words, call, example), { ...example, ...names }, { ...example, names }];
  const nested = ['[', '{"a":'].map(
    (open): Content => ({ given: {}, body: example, damage: request => withNested(request, open) }),
  );
  return [...[...bodies, ...texts, ...whole].map(body => ({ given: {}, body })), ...nested];
}

function heavyValues({ type, maxLength, maxItems, format }: Schema): unknown[] {
  if (type === 'array') {
    const count = Math.min(maxItems ?? MAX_ITEMS, MAX_ITEMS);
    return [
      Array.from({ length: count }, (_, n) => `item${n}`),
      Array.from({ length: MAX_ITEMS }, () => ({})),
      Array.from({ length: count }, () => filled('x', LARGE_BYTES / count)),
    ];
  }
  if (type === 'object')
    return [{ x: filled('x', LARGE_BYTES) }, Array.from({ length: MAX_ITEMS }, () => [])];
  if (type !== 'string') return [];
  const lengths = [LARGE_BYTES, ...((maxLength ?? 0) >= LONG_FIELD ? [maxLength ?? 0] : [])];
  const prefix = format === 'uri' ? 'https://a.example/' : format === 'email' ? 'a@' : '';
  return lengths.flatMap(length => RUNS.map(run => prefix + filled(run, length - prefix.length)));
}

/** Fills every long text to its maximum length. */
export function fullest(words: Vocabulary, call: OperationCall, example: Body): Body {
  const long = fieldsOf(words.document, bodySchemaOf(call)).filter(
    ({ path, schema }) =>
      path.length === 1 &&
      schema.type === 'string' &&
      !schema.format &&
      (schema.maxLength ?? 0) >= LONG_FIELD,
  );
  const share = Math.floor(LARGE_BYTES / 2 / Math.max(1, long.length));
  return long.reduce<Body>(
    (body, { path, schema }) => withValue(body, path, 'ü'.repeat(Math.min(schema.maxLength ?? 0, share))),
    example,
  );
}

function withNested(request: WireRequest, open: string): WireRequest {
  const close = open === '[' ? ']' : '}';
  const value = `${open.repeat(DEPTH)}${open === '[' ? '' : '1'}${close.repeat(DEPTH)}`;
  return { ...request, body: String(request.body).replace('{', `{"nested":${value},`) };
}

function heavyQueries(call: OperationCall): Content[] {
  return call.inputs
    .filter(({ place }) => place === 'query')
    .flatMap(({ name }) => RUNS.map(run => ({ given: { [name]: filled(run, HEADER_CHARACTERS / 6) } })));
}

/** Drafts up to `count` batches of all MCP methods, and of the largest arguments of every tool. */
export function heavyToolDrafts(words: Vocabulary, count: number, seed: number): Draft[] {
  const calls = listOperationCalls(words.document).filter(call => !call.isSigned && !isStreaming(call));
  const of = (operation: string, build: Draft['build'], callers: readonly Caller[] = AGENTS): Draft[] =>
    callers.map(caller => ({ operation: `mcp ${operation}`, kind: 'heavy', caller, pick: 1, build }));
  const batches = METHODS.flatMap(([method, params]) =>
    BATCHES.flatMap(size =>
      of(method, () => message(Array.from({ length: size }, () => rpc(method, params)))),
    ),
  );
  const tools = calls.flatMap(call => {
    const [example = {}] = exampleBodies(words, call);
    const large = byInput(call, fullest(words, call, example));
    const dryRunOf = (given: object) => (ids: PathIds) =>
      toolCall(call, { ...given, ...pathArguments(call, ids), dryRun: true });
    const builds = [
      (ids: PathIds) => batchOf(dryRunOf(byInput(call, example))(ids)),
      dryRunOf({ ...large, unknown: filled('x', LARGE_BYTES / 2) }),
      dryRunOf({ ...large, unknown: nestedArray() }),
    ];
    return builds.flatMap(build => of(snakeCase(call.id), build, fittingCallers(call)));
  });
  const all = [...batches, ...tools];
  const size = Math.min(count, all.length);
  return sampled(fc.shuffledSubarray(all, { minLength: size, maxLength: size }), 1, seed)[0] ?? [];
}

/** Repeats a message as often as fits into 64 KB, up to 100 times. */
function batchOf(request: WireRequest): WireRequest {
  const text = String(request.body);
  const count = Math.min(100, Math.floor((LARGE_BYTES + 4_000) / (text.length + 1)));
  return { ...request, body: `[${Array.from({ length: Math.max(2, count) }, () => text).join()}]` };
}

function nestedArray(): unknown[] {
  let value: unknown[] = [];
  for (let n = 0; n < DEPTH / 10; n++) value = [value];
  return value;
}

/** Requests the largest page of every list, as every caller. */
export function pageDrafts(words: Vocabulary): Draft[] {
  const lists = listOperationCalls(words.document).filter(
    call =>
      call.method === 'GET' && !isStreaming(call) && call.inputs.some(({ apiName }) => apiName === 'perPage'),
  );
  return lists.flatMap(call =>
    CALLERS.map((caller): Draft => {
      const build = (ids: PathIds) =>
        toRequest(call, { given: { perPage: 100 } }, 'heavy', 1, ids, undefined);
      return { operation: call.id, kind: 'heavy', caller, pick: 1, build };
    }),
  );
}

/** Drafts requests that fill the lists: `count` for each operation that creates records. */
export function growthDrafts(words: Vocabulary, count: number): Draft[] {
  const makers = listOperationCalls(words.document).filter(
    call => call.method === 'POST' && !call.isSigned && Object.hasOwn(call.operation.responses, '201'),
  );
  return makers.flatMap(call => {
    const [example] = exampleBodies(words, call);
    if (!example) return [];
    const body = fullest(words, call, example);
    const callers = fittingCallers(call);
    return Array.from(
      { length: count },
      (_, n): Draft => ({
        operation: call.id,
        kind: 'heavy',
        caller: callers[n % callers.length]!,
        pick: 1,
        build: ids => toRequest(call, { given: {}, body: numbered(body, n) }, 'heavy', 1, ids, undefined),
      }),
    );
  });
}

/** Makes names, handles, email addresses and references unique where records must not share them. */
export function numbered(body: Body, n: number): Body {
  const text = JSON.stringify(body);
  return JSON.parse(
    text
      .replaceAll(/"([\w.+-]+)@([\w-]+\.)+[a-z]+"/g, `"fuzz-${n}@growth.example"`)
      .replaceAll(/"handle":"([^"]+)"/g, `"handle":"$1.${n}"`)
      .replaceAll(/(https:\/\/[^"]*?)\/?"/g, `$1/${n}"`)
      .replaceAll(/"(name|memberId|reference|clientOrderId|orderId)":"([^"]{1,60})"/g, `"$1":"$2 ${n}"`),
  );
}
