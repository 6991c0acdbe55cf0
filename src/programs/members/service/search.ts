import type { MemberRow } from '../../../../db/schema/programs.ts';
import * as businesses from '../../../businesses/service.ts';
import type { AnyCtx } from '../../../context.ts';
import { type Page, type PageQuery, slicePage, splitList } from '../../../platform/page.ts';
import { listPhoneDigits } from '../../../platform/phone.ts';
import { WORD_END } from '../../../platform/search-terms.ts';
import type { Member } from '../model.ts';
import { getPhone } from '../rules.ts';
import {
  listTypoPrefixes,
  type MemberSearch,
  matchesName,
  parseSearch,
  pickLongest,
} from '../search-rules.ts';
import * as store from '../search-store.ts';

/** Variants of a mistyped name that are looked up. */
const MAX_VARIANTS = 32;
/** Members that a search finds. A person at a counter types another letter instead of reading more. */
const MAX_FOUND = 100;

interface SearchQuery extends PageQuery {
  q: string;
  /** The shop whose country's phone numbers are understood. */
  shopId: string;
  /** One or more, separated by commas. */
  status?: string;
  tier?: string;
}

/** A matching member: whole if a word or number was typed completely, a hint if only an unconfirmed number matches. */
type Match = store.FoundMember & { isWhole: boolean; isHint: boolean };

/**
 * Finds members by the beginning of any word of their name, of their phone number, its last four digits or more, email
 * address or member ID. If none matches, names with one typing error match. Whole words come first, then the most recently
 * active members, and last those of whom only an unconfirmed number matches; up to 100 are returned. Of a member who was
 * merged, the other one is. Reads a limited number of rows regardless of the number of members.
 */
export async function searchMembers(
  ctx: AnyCtx,
  scope: store.SearchScope,
  query: SearchQuery,
): Promise<Page<MemberRow>> {
  const { db } = ctx;
  const { country } = await businesses.requireById(ctx, query.shopId);
  const search = parseSearch(query.q, country);
  let matches = await findExact({ db }, scope, search);
  if (matches.length === 0) matches = await findWithTypo({ db }, scope, search);
  matches = await followMerged({ db }, matches);
  const { tier } = query;
  const statuses = splitList<Member['status']>(query.status);
  const listed = matches
    .filter(match => (statuses?.includes(match.status) ?? true) && (tier ?? match.tier) === match.tier)
    .sort(compareMatches)
    .slice(0, MAX_FOUND);
  const page = slicePage(listed, query, ({ id }) => id);
  const ids = page.items.map(({ id }) => id);
  return { ...page, items: await store.listByIds(db, ids) };
}

async function findExact(
  { db }: Pick<AnyCtx, 'db'>,
  scope: store.SearchScope,
  { prefixes, candidates, words, ending }: MemberSearch,
): Promise<Match[]> {
  const hits = await store.listHits(db, scope, [...new Set([...prefixes, ...candidates])]);
  const certain = new Set(hits.filter(hit => prefixes.includes(hit.prefix)).map(hit => hit.memberKey));
  const found = await readMatches({ db }, hits);
  return found.filter(
    match =>
      certain.has(match.id) ||
      matchesName(words, match.name) ||
      (ending && getPhone(match)?.endsWith(ending)),
  );
}

/** Finds members by a name with one typing error. */
async function findWithTypo(
  { db }: Pick<AnyCtx, 'db'>,
  scope: store.SearchScope,
  { words }: MemberSearch,
): Promise<Match[]> {
  const [only] = words;
  if (only === undefined) return [];
  const hits = words.length === 1 ? [] : await store.listHits(db, scope, pickLongest(words));
  const prefixes = words.length === 1 ? listTypoPrefixes(only) : listPairPrefixes(pickLongest(words), hits);
  const used = await store.listUsedPrefixes(db, scope, prefixes);
  hits.push(...(await store.listHits(db, scope, used.slice(0, MAX_VARIANTS))));
  const found = await readMatches({ db }, hits);
  return found.filter(({ name }) => matchesName(words, name, 1));
}

/** Lists the variants of each word beside the other one, unless the hits contain all members with that other one. */
function listPairPrefixes([first, second]: [string, string], hits: store.Hit[]): string[] {
  const isCut = (word: string) => hits.filter(({ prefix }) => prefix === word).length >= store.MAX_TERMS / 2;
  return [
    ...(isCut(second) ? listTypoPrefixes(first, second) : []),
    ...(isCut(first) ? listTypoPrefixes(second, first) : []),
  ];
}

async function readMatches({ db }: Pick<AnyCtx, 'db'>, hits: store.Hit[]): Promise<Match[]> {
  const byMember = Map.groupBy(hits, ({ memberKey }) => memberKey);
  const found = await store.listFound(db, [...byMember.keys()]);
  return found.map(member => {
    const ofMember = byMember.get(member.id) ?? [];
    const hints = member.unconfirmedPhone === null ? [] : listPhoneDigits(member.unconfirmedPhone);
    const isHint = ofMember.every(({ term }) => hints.includes(term));
    return { ...member, isWhole: ofMember.some(isWholeHit), isHint };
  });
}

/** Replaces members who were merged with those who got everything, each once. */
async function followMerged({ db }: Pick<AnyCtx, 'db'>, matches: Match[]): Promise<Match[]> {
  const keys = matches.flatMap(({ mergedInto }) => mergedInto ?? []);
  if (keys.length === 0) return matches;
  const others = new Map((await store.listFound(db, keys)).map(member => [member.id, member]));
  const followed = matches.map(match => ({ ...match, ...others.get(match.mergedInto ?? '') }));
  const best = followed
    .sort(compareMatches)
    .filter(({ id }, at) => followed.findIndex(other => other.id === id) === at);
  return followMerged({ db }, best);
}

function isWholeHit({ term, prefix }: store.Hit): boolean {
  return term === prefix || term.startsWith(prefix + WORD_END);
}

/** Whole words first, then the most recently active member; hints last. */
function compareMatches(a: Match, b: Match): number {
  if (a.isHint !== b.isHint) return a.isHint ? 1 : -1;
  if (a.isWhole !== b.isWhole) return a.isWhole ? -1 : 1;
  if (a.latestActivity !== b.latestActivity) return a.latestActivity > b.latestActivity ? -1 : 1;
  return a.id > b.id ? -1 : 1;
}
