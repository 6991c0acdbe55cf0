import type { NewCampaign } from '../../campaigns/model.ts';
import type { Action } from '../../library/model.ts';
import { create, dollars, type Facts, type Finding, MIN_DECIDED, rounded } from './finding.ts';

/** Below this a platform is not worth a campaign of its own, in dollars a completion: our judgement. */
const WORTH_A_CAMPAIGN = 1;
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
export function idlePlatform(facts: Facts): Finding[] {
  const idea = bestIdea(facts, ({ platform }) => !facts.platformsUsed.has(platform));
  if (!idea || facts.signals.approved + facts.signals.rejected < MIN_DECIDED) return [];
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
      apply: create(facts, draftOf(facts, action)),
    },
  ];
}

/** Too little has happened to say anything; the draft is where figures can come from. */
export function notEnoughData(facts: Facts): Finding {
  const { approved, rejected } = facts.signals;
  const decided = approved + rejected;
  const action = bestIdea(facts, () => true)?.action ?? facts.library.byId(FALLBACK_ACTION)!;
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
    apply: create(facts, draftOf(facts, action)),
  };
}

/**
 * The action of the highest value for the industry: the careful end of its value, times the industry's published
 * engagement rate on the platform over that of all industries (seed/benchmarks.json, rivaliq-2025). Platforms
 * without both rates are left out, because nothing is known of this industry there. Of equals the least effort.
 */
function bestIdea(facts: Facts, isWanted: (action: Action) => boolean): Idea | undefined {
  const ideas = facts.library
    .actions({ type: 'content', rewardable: true })
    .filter(action => isWanted(action) && isSure(action) && facts.rewardOf(action) !== null)
    .flatMap(action => ideaOf(facts, action) ?? [])
    .filter(({ value }) => value >= WORTH_A_CAMPAIGN);
  return ideas.sort(
    (a, b) => b.value - a.value || a.action.effort - b.action.effort || (a.action.id < b.action.id ? -1 : 1),
  )[0];
}

/** A value that rests on thin figures is no reason to spend money on something new. */
function isSure({ valueConfidence }: Action): boolean {
  return valueConfidence === 'medium' || valueConfidence === 'high';
}

function ideaOf({ library, industry }: Facts, action: Action): Idea | undefined {
  const lookup = library.benchmarks(industry ?? undefined);
  const item = industry ? lookup.items[0] : undefined;
  const overall = engagementRate(library.benchmarks('all').items[0]?.figures, action.platform);
  const own = item ? engagementRate(item.figures, action.platform) : overall;
  if (!own || !overall) return undefined;
  const careful = action.valueRange.low ?? action.value;
  const value = Math.round(careful * (own / overall) * CENTS) / CENTS;
  const name = item?.name ?? 'all industries';
  const reason =
    `"${action.name}" is worth about ${dollars(value)} a completion: ${dollars(careful)} at the careful end, times ` +
    `${rounded(own / overall)}, the engagement of ${name} there against that of all. Confidence: ${action.valueConfidence}.`;
  return { action, value, reason };
}

interface Figure {
  platform: string;
  metric: string;
  value: number | null;
}

function engagementRate(figures: readonly Figure[] | undefined, platform: string): number | null {
  const figure = figures?.find(each => each.platform === platform && each.metric === 'engagementRate');
  return figure?.value ?? null;
}

/** A draft of a campaign for an action, at the oracle's typical reward. */
function draftOf({ rewardOf }: Facts, action: Action): NewCampaign {
  return {
    name: action.name,
    description: action.description,
    platform: action.platform,
    actionType: action.type,
    actionId: action.id,
    reward: { type: 'fixed', value: Math.max(1 / CENTS, rewardOf(action)?.typical ?? 0) },
    ...(action.policy === 'disclose' ? { disclosure: { required: true } } : {}),
  };
}
