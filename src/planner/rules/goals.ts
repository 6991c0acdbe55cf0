import type { ActionType } from '../../library/model.ts';
import { listSpellings, toSlug } from '../../library/text.ts';
import { GOALS, type Goal } from '../model.ts';

/**
 * How well a kind of action serves a goal, 0 to 1: our judgment, returned with every plan based on it. 1 is exactly
 * what the goal asks for; below 0.4 is a side effect.
 */
export const GOAL_WEIGHTS: Record<Goal, Record<ActionType, number>> = {
  awareness: { content: 1, share: 0.9, review: 0.6, engage: 0.3, referral: 0.3 },
  engagement: { engage: 1, content: 0.8, share: 0.7, review: 0.5, referral: 0.2 },
  reviews: { review: 1, content: 0.4, share: 0.3, engage: 0.3, referral: 0.2 },
  sales: { referral: 1, engage: 0.7, share: 0.6, review: 0.5, content: 0.4 },
  referrals: { referral: 1, share: 0.8, engage: 0.3, content: 0.2, review: 0.2 },
  content: { content: 1, review: 0.7, share: 0.2, engage: 0.2, referral: 0.1 },
  followers: { content: 0.9, engage: 0.9, share: 0.7, review: 0.3, referral: 0.3 },
};

/** Common words for each goal; matched as whole words, singular or plural. */
const GOAL_WORDS: Record<Goal, readonly string[]> = {
  awareness: ['awareness', 'brand', 'reach', 'visibility', 'known', 'views', 'traffic', 'launch', 'opening'],
  engagement: ['engagement', 'interaction', 'community', 'feedback', 'comments', 'loyalty', 'loyal'],
  reviews: ['reviews', 'ratings', 'reputation', 'testimonials', 'stars', 'trust'],
  sales: ['sales', 'revenue', 'orders', 'bookings', 'leads', 'purchases', 'turnover', 'money', 'footfall'],
  referrals: ['referrals', 'recommend', 'recommendation', 'friends', 'mouth', 'invite', 'new-customers'],
  content: ['content', 'photos', 'videos', 'pictures', 'ugc', 'posts', 'stories', 'reels'],
  followers: ['followers', 'subscribers', 'audience', 'newsletter', 'fans', 'growth'],
};

export interface GoalFit {
  /** The goals understood, without duplicates, in the order given. */
  goals: Goal[];
  /** The goals not understood, as given. */
  unknown: string[];
  /** Relevance of each kind of action to the goals, 0 to 1; all are 1 without goals. */
  weights: Record<ActionType, number>;
}

const EQUAL_WEIGHTS: Record<ActionType, number> = { content: 1, review: 1, engage: 1, share: 1, referral: 1 };

/** Converts a business's free-text goals to weights. With several goals, the best-served one counts. */
export function interpretGoals(given: readonly string[]): GoalFit {
  const meanings = given.map(text => ({ text, goals: findGoals(text) }));
  const goals = [...new Set(meanings.flatMap(meaning => meaning.goals))];
  const unknown = meanings.filter(meaning => meaning.goals.length === 0).map(({ text }) => text);
  const weights = { ...EQUAL_WEIGHTS };
  for (const type of Object.keys(EQUAL_WEIGHTS) as ActionType[]) {
    if (goals.length > 0) weights[type] = Math.max(...goals.map(goal => GOAL_WEIGHTS[goal][type]));
  }
  return { goals, unknown, weights };
}

function findGoals(text: string): Goal[] {
  const slug = `-${toSlug(text)}-`;
  const words = slug.split('-').flatMap(listSpellings);
  const isNamed = (word: string) =>
    word.includes('-') ? slug.includes(`-${word}-`) : listSpellings(word).some(each => words.includes(each));
  return GOALS.filter(goal => GOAL_WORDS[goal].some(isNamed));
}
