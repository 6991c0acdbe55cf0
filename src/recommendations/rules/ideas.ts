import type { NewCampaign } from '../../campaigns/model.ts';
import type { Action } from '../../library/model.ts';
import { namePlatform } from '../../platform/brand-names.ts';
import { cutText } from '../../platform/cut-text.ts';
import { roundAmount } from '../../platform/money.ts';
import {
  type Facts,
  type Finding,
  joinSentences,
  MAX_NAME,
  MIN_DECIDED,
  roundRate,
  roundReward,
  toCreateRequest,
} from './finding.ts';

/** Minimum value per completion, in dollars, that justifies a campaign on another platform: our judgment. */
const MIN_VALUE_PER_COMPLETION = 1;
/** The fallback if no action suits the industry: allowed everywhere and verified by the business's own records. */
const FALLBACK_ACTION = 'email-newsletter-signup';

interface Idea {
  action: Action;
  /** The value per completion in this industry, in the business's currency. */
  value: number;
  reason: string;
}

/** Finds the unused platform whose content has the highest value for the industry. */
export function findIdlePlatform(facts: Facts): Finding[] {
  const idea = findBestIdea(facts, ({ platform }) => !facts.platformsUsed.has(platform));
  if (!idea || facts.stats.approved + facts.stats.rejected < MIN_DECIDED) return [];
  const { action, value, reason } = idea;
  const { texts, text } = facts.wording;
  return [
    {
      type: 'idlePlatform',
      subject: action.platform,
      campaignId: null,
      priority: 'low',
      title: text(texts.idlePlatform.title, {
        platform: namePlatform(action.platform),
        action: nameTask(facts, action),
      }),
      reason,
      impact: { metric: 'valuePerCompletion', from: 0, to: value },
      apply: toCreateRequest(facts, toDraft(facts, action)),
    },
  ];
}

/** Reports that there is too little data, with a draft campaign that would produce some. */
export function reportNotEnoughData(facts: Facts): Finding {
  const { approved, rejected } = facts.stats;
  const decided = approved + rejected;
  const { texts, text } = facts.wording;
  const t = texts.notEnoughData;
  const action = findBestIdea(facts, () => true)?.action ?? facts.library.byId(FALLBACK_ACTION)!;
  return {
    type: 'notEnoughData',
    subject: 'all',
    campaignId: null,
    priority: 'low',
    title: t.title,
    reason: text(t.reason, { least: MIN_DECIDED, count: decided }),
    impact: { metric: 'reviewedSubmissions', from: decided, to: Math.max(MIN_DECIDED, decided) },
    apply: toCreateRequest(facts, toDraft(facts, action)),
  };
}

/**
 * Finds the action with the highest value for the industry: the lower end of its value range, times the industry's
 * published engagement rate on the platform relative to all industries (seed/benchmarks.json, rivaliq-2025). Skips
 * platforms without both rates. On ties, the action with the least effort wins.
 */
function findBestIdea(facts: Facts, isWanted: (action: Action) => boolean): Idea | undefined {
  const ideas = facts.library
    .actions({ type: 'content', rewardable: true })
    .filter(action => isWanted(action) && isConfident(action) && facts.suggestReward(action) !== null)
    .flatMap(action => toIdea(facts, action) ?? []);
  return ideas.sort(
    (a, b) => b.value - a.value || a.action.effort - b.action.effort || (a.action.id < b.action.id ? -1 : 1),
  )[0];
}

/** Returns whether a value is reliable enough to recommend spending money on something new. */
function isConfident({ valueConfidence }: Action): boolean {
  return valueConfidence === 'medium' || valueConfidence === 'high';
}

function toIdea(facts: Facts, action: Action): Idea | undefined {
  const { library, industry } = facts;
  const lookup = library.benchmarks(industry ?? undefined);
  const item = industry ? lookup.items[0] : undefined;
  const overall = findEngagementRate(library.benchmarks('all').items[0]?.figures, action.platform);
  const own = item ? findEngagementRate(item.figures, action.platform) : overall;
  if (!own || !overall) return undefined;
  const { currency } = facts;
  const least = facts.toLocal(MIN_VALUE_PER_COMPLETION);
  const conservative = facts.toLocal(action.valueRange.low ?? action.value);
  if (conservative === null || least === null) return undefined;
  const value = roundAmount(conservative * (own / overall), currency);
  if (value < least) return undefined;
  const reason = explainIdea(facts, {
    action,
    value,
    conservative,
    rate: own / overall,
    industry: item?.name,
  });
  return { action, value, reason };
}

/** Names an action as the shop's customers read it. */
function nameTask({ shop, translate, wording }: Facts, action: Action): string {
  return wording.text(translate(action).task, { shop });
}

interface Estimate extends Pick<Idea, 'action' | 'value'> {
  /** The lower end of the action's value range, in the business's currency. */
  conservative: number;
  /** The industry's engagement rate relative to that of all industries. */
  rate: number;
  industry: string | undefined;
}

/** Explains the value of an idea. */
function explainIdea(facts: Facts, { action, value, conservative, rate, industry }: Estimate): string {
  const { currency, wording } = facts;
  const { texts, text, money, note } = wording;
  const t = texts.idlePlatform;
  const reason = text(t.reason, {
    platform: namePlatform(action.platform),
    action: nameTask(facts, action),
    value: money(value, currency),
    low: money(conservative, currency),
    factor: roundRate(rate),
    industry: industry === undefined ? t.allIndustries : (note(industry) ?? t.yourIndustry),
  });
  return joinSentences(reason, action.valueConfidence === 'high' ? t.high : t.medium);
}

interface Figure {
  platform: string;
  metric: string;
  value: number | null;
}

function findEngagementRate(figures: readonly Figure[] | undefined, platform: string): number | null {
  const figure = figures?.find(each => each.platform === platform && each.metric === 'engagementRate');
  return figure?.value ?? null;
}

/** Creates a draft campaign for an action with the pricing oracle's typical reward. */
function toDraft(facts: Facts, action: Action): NewCampaign {
  const { suggestReward, currency, translate } = facts;
  const price = suggestReward(action);
  return {
    name: cutText(nameTask(facts, action), MAX_NAME),
    description: translate(action).description,
    platform: action.platform,
    actionType: action.type,
    actionId: action.id,
    reward: { type: 'fixed', value: price ? roundReward(price, currency) : 1 },
    ...(action.policy === 'disclose' ? { disclosure: { required: true } } : {}),
  };
}
