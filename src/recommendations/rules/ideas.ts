import type { NewCampaign } from '../../campaigns/model.ts';
import type { Action } from '../../library/model.ts';
import {
  type Facts,
  type Finding,
  formatDollars,
  MIN_DECIDED,
  roundRate,
  toCreateRequest,
} from './finding.ts';

/** Below this a platform is not worth a campaign of its own, in dollars a completion: our judgement. */
const MIN_VALUE_PER_COMPLETION = 1;
/** What is proposed where nothing suits the industry: safe everywhere and confirmed by own records. */
const FALLBACK_ACTION = 'email-newsletter-signup';
const CENTS = 100;

interface Idea {
  action: Action;
  /** Dollars a completion for this industry. */
  value: number;
  reason: string;
}

/** The platform without a campaign whose content is worth most to this industry. */
export function findIdlePlatform(facts: Facts): Finding[] {
  const idea = findBestIdea(facts, ({ platform }) => !facts.platformsUsed.has(platform));
  if (!idea || facts.stats.approved + facts.stats.rejected < MIN_DECIDED) return [];
  const { action, value, reason } = idea;
  return [
    {
      type: 'idlePlatform',
      subject: action.platform,
      campaignId: null,
      priority: 'low',
      title: `Try ${action.platform}: ${action.name}`,
      reason: `There is no campaign for ${action.platform} yet. ${reason}`,
      impact: { metric: 'valuePerCompletion', from: 0, to: value },
      apply: toCreateRequest(facts, toDraft(facts, action)),
    },
  ];
}

/** Too little has happened to say anything; the draft is where figures can come from. */
export function reportNotEnoughData(facts: Facts): Finding {
  const { approved, rejected } = facts.stats;
  const decided = approved + rejected;
  const action = findBestIdea(facts, () => true)?.action ?? facts.library.byId(FALLBACK_ACTION)!;
  return {
    type: 'notEnoughData',
    subject: 'all',
    campaignId: null,
    priority: 'low',
    title: 'Too little has happened to recommend anything',
    reason:
      `${decided} submissions were reviewed so far; from ${MIN_DECIDED} on their figures mean something. A campaign ` +
      `brings them: the draft follows published figures, not yours.`,
    impact: { metric: 'reviewedSubmissions', from: decided, to: Math.max(MIN_DECIDED, decided) },
    apply: toCreateRequest(facts, toDraft(facts, action)),
  };
}

/**
 * The action of the highest value for the industry: the careful end of its value, times the industry's published
 * engagement rate on the platform over that of all industries (seed/benchmarks.json, rivaliq-2025). Platforms
 * without both rates are left out, because nothing is known of this industry there. Of equals the least effort.
 */
function findBestIdea(facts: Facts, isWanted: (action: Action) => boolean): Idea | undefined {
  const ideas = facts.library
    .actions({ type: 'content', rewardable: true })
    .filter(action => isWanted(action) && isConfident(action) && facts.suggestReward(action) !== null)
    .flatMap(action => toIdea(facts, action) ?? [])
    .filter(({ value }) => value >= MIN_VALUE_PER_COMPLETION);
  return ideas.sort(
    (a, b) => b.value - a.value || a.action.effort - b.action.effort || (a.action.id < b.action.id ? -1 : 1),
  )[0];
}

/** A value that rests on thin figures is no reason to spend money on something new. */
function isConfident({ valueConfidence }: Action): boolean {
  return valueConfidence === 'medium' || valueConfidence === 'high';
}

function toIdea({ library, industry }: Facts, action: Action): Idea | undefined {
  const lookup = library.benchmarks(industry ?? undefined);
  const item = industry ? lookup.items[0] : undefined;
  const overall = findEngagementRate(library.benchmarks('all').items[0]?.figures, action.platform);
  const own = item ? findEngagementRate(item.figures, action.platform) : overall;
  if (!own || !overall) return undefined;
  const careful = action.valueRange.low ?? action.value;
  const value = Math.round(careful * (own / overall) * CENTS) / CENTS;
  const name = item?.name ?? 'all industries';
  const reason =
    `"${action.name}" is worth about ${formatDollars(value)} a completion: ${formatDollars(careful)} at the careful end, times ` +
    `${roundRate(own / overall)}, the engagement of ${name} there against that of all. Confidence: ${action.valueConfidence}.`;
  return { action, value, reason };
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

/** A draft of a campaign for an action, at the oracle's typical reward. */
function toDraft({ suggestReward }: Facts, action: Action): NewCampaign {
  return {
    name: action.name,
    description: action.description,
    platform: action.platform,
    actionType: action.type,
    actionId: action.id,
    reward: { type: 'fixed', value: Math.max(1 / CENTS, suggestReward(action)?.typical ?? 0) },
    ...(action.policy === 'disclose' ? { disclosure: { required: true } } : {}),
  };
}
