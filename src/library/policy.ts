import type { ActionMatch, Matcher, MatchQuery, PolicyRule } from './match.ts';
import { memoize } from './memoize.ts';
import type { Action, ActionType, Alternative, Citation, Jurisdiction, Source, Warning } from './model.ts';
import type { LegalRule, ReferenceData } from './seed-model.ts';
import { normalizeTag, toSlug } from './text.ts';
import { getEnglishTexts, type LibraryTexts } from './translations.ts';

interface WarningQuery extends MatchQuery {
  /** requirements.hashtags, with or without `#`. */
  hashtags?: readonly string[];
  /** Tags that mark the post as advertising in the business's language, besides those of seed/legal.json. */
  disclosureTags?: readonly string[];
}

export interface Disclosure {
  /** Still contains the placeholders {business}, {gift} or {reward}. */
  text: string;
  noticeId: string;
  /** The place for the text: post, video, link or website. */
  channel: string;
  jurisdiction: Jurisdiction;
  /** The law that requires it. */
  rule: LegalRule;
  /** The platform's own requirement, such as a label; null for an unknown platform. */
  platformNote: string | null;
  sources: Citation[];
}

interface DisclosureQuery {
  platform: string;
  /** Default content. */
  type?: ActionType;
  /** Default us. */
  jurisdiction?: Jurisdiction;
  /** Whether the reward is an item. */
  givesItem?: boolean;
}

/** Meta's platforms treat a reward for using given hashtags as traded engagement. */
const HASHTAG_PLATFORMS: readonly string[] = ['instagram', 'facebook'];
const DEFAULT_NOTICE = 'post-discount';
const ITEM_NOTICE = 'post-gift';

export interface Policies {
  /** Returns the warnings about a campaign, in English unless texts of another language are given. */
  warningsFor(query: WarningQuery, texts?: LibraryTexts): Warning[];
  disclosureText(query: DisclosureQuery): Disclosure;
}

export function createPolicies(data: ReferenceData, byId: Map<string, Action>, match: Matcher): Policies {
  const citations = new Map(data.sources.map(source => [source.id, toCitation(source)]));
  const citation = (id: string | undefined) => (id === undefined ? null : (citations.get(id) ?? null));
  const disclosureText = (query: DisclosureQuery) => findDisclosure(data, match, citations, query);

  const alternativeTo = (rule: PolicyRule): Alternative | undefined => {
    const { alternatives, typeAlternatives } = data.legal;
    const target = byId.get((rule.action && alternatives[rule.action.id]) ?? typeAlternatives[rule.type]);
    if (target === undefined) return undefined;
    const { id, platform, type, name, policy } = target;
    return { actionId: id, platform, type, name, policy };
  };

  const listWarnings = ({ texts, ...query }: WarningQuery & { texts: LibraryTexts }): Warning[] => {
    const found = match(query);
    return [
      ...warnUnknownNames(data, query, found, citation),
      ...listPolicyWarnings(data, found, { citation, alternativeTo, disclosureText }, texts),
      ...warnTradedHashtags(data, query, found.ruledBy, { citation, texts }),
    ];
  };
  const findWarnings = memoize(
    listWarnings,
    ({ platform, actionType, actionId, hashtags, disclosureTags, texts: { locale } }) =>
      JSON.stringify([platform, actionType, actionId, hashtags, disclosureTags, locale]),
  );
  return {
    warningsFor: (query, texts = getEnglishTexts()) => findWarnings({ ...query, texts }),
    disclosureText: memoize(disclosureText, ({ platform, type, jurisdiction, givesItem }) =>
      JSON.stringify([platform, type, jurisdiction, givesItem]),
    ),
  };
}

type Cite = (id: string | undefined) => Citation | null;

interface PolicyHelpers {
  citation: Cite;
  alternativeTo: (rule: PolicyRule) => Alternative | undefined;
  disclosureText: (query: DisclosureQuery) => Disclosure;
}

function warnUnknownNames(
  data: ReferenceData,
  query: WarningQuery,
  found: ActionMatch,
  citation: Cite,
): Warning[] {
  const { platformKnown, actionKnown, nearest, ruledBy } = found;
  const warnings: Warning[] = [];
  if (!platformKnown) {
    const platforms = Object.keys(data.legal.platforms).sort();
    const asked = `"${query.platform}" is not one of the ${platforms.length} supported platforms (${platforms.join(', ')})`;
    const place = toSlug(query.platform);
    const { otherPlatforms } = data.legal;
    const other = Object.hasOwn(otherPlatforms, place) ? otherPlatforms[place] : undefined;
    const outcome = ruledBy
      ? `it was interpreted as "${ruledBy}", whose rules apply.`
      : `no platform rules were applied. The closest match is "${nearest?.platform}".`;
    const message = [`${asked}; ${outcome}`, other?.summary].filter(Boolean).join(' ');
    warnings.push({ code: 'unknownPlatform', message, source: citation(other?.sources[0]) });
  }
  if (ruledBy && !actionKnown) {
    const asked = `"${query.actionType}" is not a known action type on ${ruledBy}`;
    const message = `${asked}; the closest match is "${nearest?.actionType}".`;
    warnings.push({ code: 'unknownActionType', message, source: null });
  }
  return warnings;
}

/**
 * Returns up to two warnings about the strictest rule: one for the policy and one for it being disabled. They are English
 * where the rule has no translation, so that no warning is in two languages.
 */
function listPolicyWarnings(
  data: ReferenceData,
  { rule, ruledBy, actions }: ActionMatch,
  tools: PolicyHelpers,
  wanted: LibraryTexts,
): Warning[] {
  if (rule === null || ruledBy === null) return [];
  const texts = rule.action && wanted.find(rule.note) !== undefined ? wanted : getEnglishTexts();
  const { warnings: t, format } = texts;
  const translate = (text: string) => texts.find(text) ?? text;
  const subject = rule.action
    ? format(t.named, { name: translate(rule.action.name) })
    : `An action of type ${rule.type}`;
  const place = rule.action?.platform ?? ruledBy;
  const values = { subject, platform: texts.namePlatform(place) };
  const source = tools.citation(findLeadingSource(data, rule, place));
  const found = tools.alternativeTo(rule);
  const alternative = found && { ...found, name: translate(found.name) };
  const instead = alternative && format(t.instead, { name: alternative.name, id: alternative.actionId });
  const note = translate(rule.note);
  if (rule.policy === 'forbidden') {
    const sentences = [format(t.forbidden, values), note, describeMilderActions(actions, texts), instead];
    return [{ code: 'policyForbidden', message: joinSentences(sentences), source, alternative }];
  }

  const warnings: Warning[] = [];
  if (rule.policy === 'disclose') {
    const { text } = tools.disclosureText({ platform: place, type: rule.type });
    // Placeholders are filled in because the warning is shown to users. The notices are English.
    const notice = text.replace('{business}', 'Your business').replace(/\{(gift|reward)\}/, 'a $1');
    const example = texts.locale === 'en' && `For example: "${notice}"`;
    const message = joinSentences([format(t.disclose, values), note, example]);
    warnings.push({ code: 'policyDisclose', message, source });
  }
  if (actions.length > 0 && actions.every(action => !action.rewardable)) {
    const reason = rule.action?.rewardableNote ? translate(rule.action.rewardableNote) : t.switchedOff;
    const message = joinSentences([`${subject}: ${reason}`, instead]);
    warnings.push({ code: 'actionSwitchedOff', message, source, alternative });
  }
  return warnings;
}

function joinSentences(sentences: (string | false | undefined)[]): string {
  return sentences.filter(Boolean).join(' ');
}

/** Lists the actions of a broad action type that may be rewarded, because the owner may have meant one of them. */
function describeMilderActions(
  actions: Action[],
  { warnings: t, format, find }: LibraryTexts,
): string | undefined {
  const milder = actions
    .filter(action => action.rewardable)
    .map(({ name, id }) => `${format(t.named, { name: find(name) ?? name })} (${id})`);
  return milder.length === 0 ? undefined : format(t.milder, { actions: milder.join(', ') });
}

/** Returns the most relevant source: the platform's own rule is more specific than national law. */
function findLeadingSource(data: ReferenceData, rule: PolicyRule, platform: string): string | undefined {
  const own = data.legal.platforms[platform]?.sources ?? [];
  return own.find(id => rule.sourceIds.includes(id)) ?? rule.sourceIds[0];
}

function warnTradedHashtags(
  data: ReferenceData,
  query: WarningQuery,
  platform: string | null,
  { citation, texts: { warnings: t, format, namePlatform } }: { citation: Cite; texts: LibraryTexts },
): Warning[] {
  if (platform === null || !HASHTAG_PLATFORMS.includes(platform)) return [];
  const harmless = new Set([
    ...data.legal.disclosureHashtags.tags,
    ...(query.disclosureTags ?? []).map(normalizeTag),
  ]);
  const traded = (query.hashtags ?? []).filter(tag => !harmless.has(normalizeTag(tag)));
  if (traded.length === 0) return [];
  const tags = traded.map(tag => `#${tag.replace(/^#+/, '')}`).join(', ');
  const message = format(t.hashtags, { platform: namePlatform(platform), tags });
  return [{ code: 'hashtagsTraded', message, source: citation(data.legal.platforms[platform]?.sources[0]) }];
}

function findDisclosure(
  data: ReferenceData,
  match: Matcher,
  citations: Map<string, Citation>,
  { platform, type = 'content', jurisdiction = 'us', givesItem = false }: DisclosureQuery,
): Disclosure {
  const { disclosureTemplates: notices, jurisdictions, platforms } = data.legal;
  const known = match({ platform, actionType: type }).ruledBy;
  const found =
    notices.find(each => known !== null && each.platforms.includes(known) && each.types.includes(type)) ??
    notices.find(each => each.id === DEFAULT_NOTICE)!;
  const itemNotice = notices.find(each => each.id === ITEM_NOTICE);
  const notice = givesItem && found.id === DEFAULT_NOTICE ? (itemNotice ?? found) : found;
  const law = jurisdictions.find(each => each.id === jurisdiction)!;
  const rule = law.rules.find(each => each.id === law.disclosureRule)!;
  const cell = known === null ? undefined : platforms[known]!.matrix[type];
  const ids = new Set([...rule.sources, ...(cell?.sources ?? [])]);
  return {
    text: notice.text,
    noticeId: notice.id,
    channel: notice.channel,
    jurisdiction,
    rule,
    platformNote: cell?.note ?? null,
    sources: [...ids].map(id => citations.get(id)!),
  };
}

export function toCitation({ id, title, publisher, year, url, checkedAt, staleAfter }: Source): Citation {
  return { id, title, publisher, year, url, checkedAt, staleAfter };
}
