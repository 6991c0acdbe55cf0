import fc from 'fast-check';
import { type Arguments, type OperationCall, prepareRequest } from '../../../src/describe/operation-calls.ts';
import { HOSTILE_FRAGMENTS } from '../../support/hostile.ts';
import { hostileBodies, hostileQueries, LITERAL, variedBodies } from './examples.ts';
import { forms } from './forms.ts';
import { damages, sendable } from './malformed.ts';
import { SIGNATURE_HEADER, UNSIGNED, type WireRequest, type WireResponse } from './process.ts';
import { CALLERS, type Caller } from './protocol.ts';
import { argumentsOf, broken } from './requests.ts';
import type { Vocabulary } from './values.ts';

/**
 * `valid`: conforms to the schemas. `varied`: a slightly changed example of the document. `hostile`: an example with one
 * unusual value, which may be valid or not. `broken`: one value violates its schema. `malformed`: invalid syntax, headers,
 * method or URL.
 */
export const KINDS = ['valid', 'varied', 'hostile', 'broken', 'malformed'] as const;
export type Kind = (typeof KINDS)[number];
/** `tool`: a message to the MCP server. `dryRun`: a dry run, by argument or header. `heavy`: as much work as 64 KB can cause. */
export type AnyKind = Kind | 'tool' | 'dryRun' | 'heavy';

/** Returns the record ID for a path parameter. */
export type PathIds = (call: OperationCall, apiName: string) => string;

/** A request whose record IDs are not filled in yet. */
export interface Draft {
  /** The name under which findings are reported. */
  operation: string;
  kind: AnyKind;
  caller: Caller;
  /** The seed of random choices at run time. */
  pick: number;
  /** Builds the request for the records that `ids` returns. */
  build(ids: PathIds): WireRequest;
  /** Reads the response, for a later request that depends on it. */
  note?(response: WireResponse): void;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** One in this many requests of a kind uses a missing record, and one has an idempotency key. */
const RARE = 10;
const IDEMPOTENCY_KEYS = ['fuzz-key-1', 'fuzz-key-2', 'fuzz-key-3'];
/** Clients resolve these path segments, so they can't be sent as IDs. */
const DOT_SEGMENTS = ['.', '..'];
/** The name of the dry-run input, and the kinds of requests that are also sent as dry runs. */
const DRY_RUN = 'dryRun';
const DRY_RUN_KINDS: readonly Kind[] = ['valid', 'varied', 'hostile'];
/** The ratio of permitted callers to arbitrary ones. */
const FITTING_WEIGHT = 3;

const FITTING: Record<string, Caller[]> = {
  admin: ['admin'],
  owner: ['owner'],
  business: ['owner', 'key'],
  businessUser: ['owner'],
  person: ['customer', 'owner'],
};
const ANYONE: Caller[] = ['customer', 'owner', 'key'];

/** Drafts `count` requests of one kind for an operation; none if the kind doesn't apply to it. */
export function draftsOf(
  words: Vocabulary,
  call: OperationCall,
  kind: Kind,
  count: number,
  seed: number,
): Draft[] {
  const contents = kind === 'hostile' ? hostileContents(words, call, count, seed) : othersOf(kind);
  const all = circumstances(call, contents.length, seed);
  return contents.map((content, n) => {
    const { caller, pick, idempotencyKey, isDry } = all[n]!;
    const canBeDry = DRY_RUN_KINDS.includes(kind) && call.inputs.some(({ name }) => name === DRY_RUN);
    const isDryRun = isDry && canBeDry;
    const given = isDryRun ? { ...content.given, [DRY_RUN]: true } : content.given;
    const build = (ids: PathIds) => toRequest(call, { ...content, given }, kind, pick, ids, idempotencyKey);
    return { operation: call.id, kind: isDryRun ? 'dryRun' : kind, caller, pick, build };
  });

  function othersOf(other: Exclude<Kind, 'hostile'>): Content[] {
    const arbitrary = contentsOf(words, call, other);
    return arbitrary ? sampled(arbitrary, count, seed) : [];
  }
}

interface Circumstances {
  caller: Caller;
  pick: number;
  idempotencyKey: string | undefined;
  isDry: boolean;
}

const rarely = fc.nat({ max: RARE - 1 }).map(n => n === 0);

/** Picks the caller and the parts of a request that don't depend on its content. */
export function circumstances(call: OperationCall, count: number, seed: number): Circumstances[] {
  const arbitrary = fc.record({
    caller: fc.oneof(
      { weight: FITTING_WEIGHT, arbitrary: fc.constantFrom(...fittingCallers(call)) },
      { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
    ),
    pick: fc.nat(),
    idempotencyKey: fc
      .tuple(rarely, fc.constantFrom(...IDEMPOTENCY_KEYS))
      .map(([is, key]) => (is ? key : undefined)),
    isDry: rarely,
  });
  return sampled(arbitrary, count, seed);
}

/** Lists the callers that an operation permits. */
export function fittingCallers({ operation, isSigned }: OperationCall): Caller[] {
  return isSigned ? ['anonymous'] : (FITTING[operation['x-access']] ?? ANYONE);
}

/** The parts of a request that depend on its kind. */
interface Content {
  given: Arguments;
  /** Replaces the body that `given` produces. */
  body?: object | FormData;
  damage?: (request: WireRequest) => WireRequest;
}

function contentsOf(
  words: Vocabulary,
  call: OperationCall,
  kind: Exclude<Kind, 'hostile'>,
): fc.Arbitrary<Content> | undefined {
  const isForm = call.bodyType === FORM_TYPE;
  switch (kind) {
    case 'valid':
      return isForm ? formContents() : argumentsOf(words, call).map(given => ({ given }));
    case 'varied':
      return isForm ? formContents() : variedBodies(words, call)?.map(body => ({ given: {}, body }));
    case 'broken':
      return isForm ? undefined : broken(words, call)?.map(given => ({ given }));
    case 'malformed':
      return fc
        .tuple(soundContents(words, call), damages(call.bodyType === JSON_TYPE))
        .map(([content, damage]) => ({ ...content, damage }));
  }
}

function formContents(): fc.Arbitrary<Content> {
  return forms.map(body => ({ given: {}, body }));
}

/** Sends every hostile value once before repeating any, starting with fields that have a format. */
function hostileContents(words: Vocabulary, call: OperationCall, count: number, seed: number): Content[] {
  const all = allHostile(words, call);
  if (all.length === 0) return [];
  const [order = []] = sampled(fc.shuffledSubarray(all, { minLength: all.length }), 1, seed);
  order.sort((a, b) => Number(b.isFormatted) - Number(a.isFormatted));
  return Array.from({ length: count }, (_, n) => order[n % order.length]!.content);
}

/** Lists the hostile requests of an operation, separately for fields with a format. */
export function countHostile(words: Vocabulary, call: OperationCall): { formatted: number; others: number } {
  const all = allHostile(words, call);
  const formatted = all.filter(({ isFormatted }) => isFormatted).length;
  return { formatted, others: all.length - formatted };
}

function allHostile(words: Vocabulary, call: OperationCall): { isFormatted: boolean; content: Content }[] {
  const [sound = { given: {} }] = sampled(soundContents(words, call), 1, 0);
  const inPath = call.inputs.filter(({ place }) => place === 'path');
  return [
    ...hostileBodies(words, call).map(({ isFormatted, body }) => ({
      isFormatted,
      content: { given: {}, body },
    })),
    ...hostileQueries(words, call).map(({ isFormatted, given }) => ({ isFormatted, content: { given } })),
    ...inPath.flatMap(({ name }) =>
      HOSTILE_FRAGMENTS.filter(fragment => !DOT_SEGMENTS.includes(fragment)).map(fragment => ({
        isFormatted: false,
        content: { ...sound, given: { ...sound.given, [name]: fragment.toWellFormed() } },
      })),
    ),
  ];
}

function soundContents(words: Vocabulary, call: OperationCall): fc.Arbitrary<Content> {
  if (call.bodyType === FORM_TYPE) return formContents();
  return (
    variedBodies(words, call)?.map((body): Content => ({ given: {}, body })) ??
    argumentsOf(words, call).map((given): Content => ({ given }))
  );
}

/** Builds a request from its content and the records that `ids` returns. */
export function toRequest(
  call: OperationCall,
  { given, body: replaced, damage = same => same }: Content,
  kind: AnyKind,
  pick: number,
  ids: PathIds,
  idempotencyKey: string | undefined,
): WireRequest {
  const inPath = call.inputs.filter(({ place }) => place === 'path');
  const isAbsent = kind === 'valid' && pick % RARE === 0;
  const named = Object.fromEntries(
    inPath.map(({ name, apiName, schema }) => [name, isAbsent ? absent(schema) : ids(call, apiName)]),
  );
  const hostilePath = kind === 'hostile' ? given : {};
  const { method, path, headers, body } = prepareRequest(call, { ...given, ...named, ...hostilePath });
  const text = replaced === undefined || replaced instanceof FormData ? body : JSON.stringify(replaced);
  const isKeyed = idempotencyKey && method !== 'GET' && kind !== 'broken';
  const key: Record<string, string> = isKeyed ? { 'Idempotency-Key': idempotencyKey } : {};
  const signature: Record<string, string> = call.isSigned ? { [SIGNATURE_HEADER]: UNSIGNED } : {};
  return sendable(
    damage({
      method,
      path,
      headers: { ...headers, ...key, ...signature },
      body: replaced instanceof FormData ? replaced : withLiterals(text),
    }),
  );
}

function absent({ enum: words }: { enum?: unknown[] }): string {
  return words ? String(words[0]) : 'none';
}

/** Inserts numbers that JSON.stringify can't produce. */
function withLiterals(text: string | FormData | undefined): string | FormData | undefined {
  if (typeof text !== 'string') return text;
  const marked = JSON.stringify(LITERAL).slice(1, -1).replaceAll('\\', '\\\\');
  return text.replaceAll(new RegExp(`"${marked}([^"]*)"`, 'g'), '$1');
}

/** Samples an arbitrary reproducibly from the seed. */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  return count > 0 ? fc.sample(arbitrary, { numRuns: count, seed }) : [];
}
