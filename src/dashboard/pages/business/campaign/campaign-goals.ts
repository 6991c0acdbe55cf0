import type { Action } from '../../../../library/model.ts';
import { cutText } from '../../../../platform/cut-text.ts';
import { formatText } from '../../../messages/text.ts';

/** The goals of a campaign, with the library's actions that suit a small shop best, most suitable first. */
export const GOALS = [
  {
    value: 'awareness',
    actions: [
      'instagram-story-mention',
      'tiktok-video-visit',
      'facebook-story-mention',
      'instagram-feed-photo',
    ],
  },
  {
    value: 'opinions',
    actions: [
      'email-private-survey',
      'tiktok-review-video',
      'email-testimonial-text',
      'whatsapp-private-feedback',
    ],
  },
  {
    value: 'customers',
    actions: ['email-referral-purchase', 'google-share-place-link', 'instagram-link-referral'],
  },
  {
    value: 'content',
    actions: ['instagram-reel', 'email-photo-submission', 'instagram-feed-photo', 'tiktok-video-visit'],
  },
  {
    value: 'contact',
    actions: ['email-newsletter-signup', 'whatsapp-opt-in', 'email-private-survey'],
  },
] as const;

const MAX_RECOMMENDED = 3;
/** Rewarded instead where a platform has no action that may be rewarded. */
const FALLBACK_ALTERNATIVE = 'email-testimonial-text';
const REWARD_STEP = 0.5;
const MAX_NAME = 200;

/** Returns up to three actions for a goal that may be rewarded. */
export function recommendActions(actions: Action[], goal: string): Action[] {
  const ids: readonly string[] = GOALS.find(({ value }) => value === goal)?.actions ?? [];
  return ids
    .flatMap(id => actions.find(action => action.id === id && action.policy !== 'forbidden') ?? [])
    .slice(0, MAX_RECOMMENDED);
}

/** Returns the action to reward instead of one that the platform forbids: the easiest on the same platform. */
export function findAlternative(actions: Action[], { platform }: Action): Action | undefined {
  const allowed = actions.filter(action => action.policy !== 'forbidden' && action.rewardable);
  const onPlatform = allowed.filter(action => action.platform === platform);
  return (
    onPlatform.toSorted((a, b) => a.effort - b.effort)[0] ??
    allowed.find(({ id }) => id === FALLBACK_ALTERNATIVE)
  );
}

/** Rounds a suggested reward to steps of 0.50, at least one step. */
export function roundReward(amount: number): number {
  return Math.max(REWARD_STEP, Math.round(amount / REWARD_STEP) * REWARD_STEP);
}

/** Returns a name that customers can read, e.g. Mention Blue Cup in your Story. */
export function suggestCampaignName(task: string, shop: string): string {
  return cutText(formatText(task, { shop }), MAX_NAME);
}
