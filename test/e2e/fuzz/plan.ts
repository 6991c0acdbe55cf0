import fc from 'fast-check';
import {
  isStreaming,
  listOperationCalls,
  type OperationCall,
} from '../../../src/describe/operation-calls.ts';
import { sample } from '../../support/long-run.ts';
import { countHostile, type Draft, draftsOf, KINDS, sampled } from './drafts.ts';
import { growthDrafts, heavyDrafts, heavyToolDrafts, pageDrafts } from './heavy.ts';
import { allLargest } from './largest.ts';
import { passDrafts } from './pass-drafts.ts';
import { searchDrafts } from './search-drafts.ts';
import { toolDrafts } from './tool-drafts.ts';
import type { Vocabulary } from './values.ts';

/** The requests of a run, by phase. */
export interface Plan {
  /** Per operation, in separate sequences. */
  byOperation: { operation: string; drafts: Draft[] }[];
  /** All operations and tools in random order on shared data. */
  mixed: Draft[];
  /** The largest requests of every operation, tool and page. */
  largest: Draft[];
  /** Requests that are slow only after others, in sequences on separate installations. */
  seeded: Draft[][];
  /** Heavy requests: on the prepared installation, and after filling the lists. */
  heavy: Draft[];
  growth: Draft[];
}

/** The shares of the phases; the rest is the other kinds, per operation. */
const SHARES = { hostile: 0.45, mixed: 0.2, heavy: 0.08 };
/** Records of each kind, so that lists have a full page. */
const FULL_PAGE = 110;
const SHORT_STEP = 10;
/** A tool call counts as several requests. */
const TOOL_SHARE = 0.25;

export interface Size {
  /** Requests per kind and operation, if given. */
  runs?: number;
  /** Total requests; `runs` is derived from it. */
  requests?: number;
  /** Skips the phases per operation, mixes everything, which needs the fewest installations, and takes every tenth operation. */
  isShort?: boolean;
  only?: string;
}

export function planOf(words: Vocabulary, size: Size, seed: number): Plan {
  const offered = listOperationCalls(words.document).filter(
    call => !isStreaming(call) && (!size.only || call.id === size.only),
  );
  const calls = size.isShort ? sample(offered, SHORT_STEP) : offered;
  const counts = countsOf(words, calls, size);
  const all = calls.map(call => ({ operation: call.id, drafts: draftsFor(words, call, counts, seed) }));
  const mixed = [
    ...calls.flatMap(call => draftsFor(words, call, counts.mixed, seed + 1)),
    ...(size.only ? [] : toolDrafts(words, calls, counts.tools, seed)),
  ];
  const shuffled = fc.shuffledSubarray(mixed, { minLength: mixed.length });
  const heavy = calls.flatMap(call => heavyDrafts(words, call, counts.heavy, seed));
  return {
    byOperation: size.isShort ? [] : all,
    mixed: sampled(shuffled, 1, seed)[0] ?? [],
    heavy: [...heavy, ...(size.only ? [] : heavyToolDrafts(words, counts.heavyTools, seed))],
    largest: size.isShort
      ? []
      : allLargest(words).filter(({ operation }) => !size.only || operation === size.only),
    seeded: size.isShort
      ? []
      : [passDrafts(words), searchDrafts(words)].filter(
          drafts => !size.only || drafts.some(({ operation }) => operation === size.only),
        ),
    growth:
      size.only || counts.growth === 0 ? [] : [...growthDrafts(words, counts.growth), ...pageDrafts(words)],
  };
}

interface KindCounts {
  hostileOf(call: OperationCall): number;
  others: number;
}

interface Counts extends KindCounts {
  mixed: KindCounts;
  tools: number;
  heavy: number;
  heavyTools: number;
  growth: number;
}

/** The number of heavy MCP messages in a small and in any other run. */
const FEW_HEAVY_TOOLS = 30;
const ALL_HEAVY_TOOLS = 10_000;

function countsOf(words: Vocabulary, calls: OperationCall[], { runs, requests, isShort }: Size): Counts {
  const even = (count: number): KindCounts => ({ hostileOf: () => count, others: count });
  if (requests === undefined) {
    const count = runs ?? 0;
    const small = Math.ceil(count / 5);
    const mixed = even(isShort ? count : small);
    return {
      ...even(count),
      mixed,
      tools: small,
      heavy: isShort ? 1 : count,
      heavyTools: isShort ? FEW_HEAVY_TOOLS : ALL_HEAVY_TOOLS,
      growth: isShort ? 0 : FULL_PAGE,
    };
  }
  const hostile = shared(calls, call => countHostile(words, call), requests * SHARES.hostile);
  const spent = calls.reduce((sum, call) => sum + hostile(call), 0);
  const rest = requests * (1 - SHARES.mixed - SHARES.heavy) - spent;
  const each = (share: number, kinds: number) => Math.ceil(share / calls.length / kinds);
  return {
    hostileOf: hostile,
    others: each(rest, KINDS.length - 1),
    mixed: even(each(requests * SHARES.mixed * (1 - TOOL_SHARE), KINDS.length)),
    tools: each(requests * SHARES.mixed * TOOL_SHARE, 2),
    heavy: each(requests * SHARES.heavy, 1),
    heavyTools: ALL_HEAVY_TOOLS,
    growth: FULL_PAGE,
  };
}

/** Takes all values for fields with a format, and of the others the same share for every operation. */
function shared(
  calls: OperationCall[],
  count: (call: OperationCall) => { formatted: number; others: number },
  total: number,
): (call: OperationCall) => number {
  const known = new Map(calls.map(call => [call.id, count(call)]));
  const sum = (of: 'formatted' | 'others') => [...known.values()].reduce((all, each) => all + each[of], 0);
  const formatted = Math.min(1, total / Math.max(1, sum('formatted')));
  const others = Math.min(1, Math.max(0, total - sum('formatted')) / Math.max(1, sum('others')));
  return call => {
    const each = known.get(call.id) ?? { formatted: 0, others: 0 };
    return Math.ceil(each.formatted * formatted + each.others * others);
  };
}

function draftsFor(
  words: Vocabulary,
  call: OperationCall,
  { hostileOf, others }: KindCounts,
  seed: number,
): Draft[] {
  return KINDS.flatMap(kind =>
    draftsOf(words, call, kind, kind === 'hostile' ? hostileOf(call) : others, seed),
  );
}
