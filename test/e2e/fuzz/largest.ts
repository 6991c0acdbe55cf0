import {
  isStreaming,
  listOperationCalls,
  type OperationCall,
} from '../../../src/describe/operation-calls.ts';
import { type Draft, fittingCallers, toRequest } from './drafts.ts';
import { bodySchemaOf, exampleBodies, fieldsOf, withValue } from './examples.ts';
import type { WireRequest } from './process.ts';
import type { Caller } from './protocol.ts';
import { message, rpc } from './tool-drafts.ts';
import type { Vocabulary } from './values.ts';

/** Requests as large as the server accepts, which must be refused before work is done on each of their parts. */

/** Characters of JSON beside the rest of a request; bodies have up to 1 MiB. */
const LARGEST = 1_000_000;
const ITEMS = 200_000;
const FIELDS = 60_000;
/** The most items that fit, which are slow to list but not to count. */
const MOST_ITEMS = 490_000;
/** The maximum length of a URL. */
const PATH_CHARACTERS = 8_000;
const RUNS = ['a', ' ', '<', '😀', '{month}'];
const fill = (run: string) => run.repeat(Math.floor(LARGEST / Math.max(run.length, Buffer.byteLength(run))));
const names = Object.fromEntries(Array.from({ length: FIELDS }, (_, n) => [`f${n}`, 1]));

/** Drafts the largest bodies of an operation: in each of its fields, and in fields that it does not know. */
function largestDrafts(words: Vocabulary, call: OperationCall): Draft[] {
  const [example] = exampleBodies(words, call);
  if (!example) return [];
  const bodies = fieldsOf(words.document, bodySchemaOf(call)).flatMap(({ path, schema }) =>
    largestValues(schema.type).map(value => withValue(example, path, value)),
  );
  const unknown = [
    { ...example, unknown: fill('a') },
    { ...example, unknown: names },
    { ...example, unknown: Array(MOST_ITEMS).fill(1) },
    { ...example, ...names },
  ];
  const caller = fittingCallers(call)[0]!;
  return [...bodies, ...unknown].map(body => ({
    operation: call.id,
    kind: 'heavy',
    caller,
    pick: 1,
    build: ids => toRequest(call, { given: {}, body }, 'heavy', 1, ids, undefined),
  }));
}

function largestValues(type: unknown): unknown[] {
  if (type === 'array')
    return [Array(ITEMS).fill(1), Array(ITEMS / 2).fill('a'), Array(FIELDS).fill({ a: 1 })];
  if (type === 'object') return [names, { a: Array(MOST_ITEMS).fill(1) }];
  return type === 'string' ? RUNS.map(fill) : [];
}

/** Drafts the largest arguments of each kind of MCP message, the tools that find and call others included. */
function largestMessages(): Draft[] {
  const of = (operation: string, method: string, params: object): Draft[] =>
    (['customer', 'owner'] as const).map(caller => ({
      operation: `mcp ${operation}`,
      kind: 'heavy',
      caller,
      pick: 1,
      build: () => message([rpc(method, params)]),
    }));
  const tool = (name: string, given: object) => of(name, 'tools/call', { name, arguments: given });
  return RUNS.flatMap(run => [
    ...tool('search_tools', { query: fill(run) }),
    ...tool('call_tool', { name: fill(run), arguments: {} }),
    ...tool('call_tool', { name: 'list_campaigns', arguments: { q: fill(run) } }),
    ...of('prompts/get', 'prompts/get', { name: 'monthly_report', arguments: { month: fill(run) } }),
    ...of('resources/read', 'resources/read', { uri: `perkmint://${fill(run)}` }),
  ]).concat(
    tool('search_tools', { query: 'campaign', ...names }),
    tool('call_tool', { name: 'list_campaigns', arguments: names }),
    tool('call_tool', { name: 'create_campaign', arguments: { name: Array(MOST_ITEMS).fill(1) } }),
  );
}

/** Paths outside the API, each with a part that visitors choose. */
const PATHS = [
  '/s/',
  '/c/',
  '/claim/',
  '/guides/',
  '/dashboard/',
  '/my/',
  '/apple-wallet/passes/',
  '/unsubscribe/',
];

/** Drafts the longest addresses of pages and of passes, with what slows down patterns. */
function longestPaths(): Draft[] {
  return PATHS.flatMap(path =>
    ['a', '%20', '..%2f', '-', '%F0%9F%98%80'].map((run): Draft => {
      const part = run.repeat(Math.floor(PATH_CHARACTERS / run.length));
      const request: WireRequest = { method: 'GET', path: `${path}${part}?token=${part}`, headers: {} };
      const caller: Caller = 'anonymous';
      return { operation: `page ${path}`, kind: 'heavy', caller, pick: 1, build: () => request };
    }),
  );
}

/** Drafts the largest requests for all operations, the kinds of MCP messages, and the pages. */
export function allLargest(words: Vocabulary): Draft[] {
  const calls = listOperationCalls(words.document).filter(call => !isStreaming(call));
  return [...calls.flatMap(call => largestDrafts(words, call)), ...largestMessages(), ...longestPaths()];
}
