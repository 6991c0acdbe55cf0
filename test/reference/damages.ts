import type { ReferenceData } from '../../src/library/seed-model.ts';

export const action = (data: ReferenceData, id: string) => data.actions.find(each => each.id === id)!;
const industry = (data: ReferenceData, id: string) =>
  data.benchmarks.industries.find(each => each.id === id)!;

export interface Damage {
  damage: string;
  change: (data: ReferenceData) => void;
  /** The start of an expected problem. */
  problem: string;
}

/** One thing wrong in the data, and how the problem that names it begins. */
export const DAMAGES: Damage[] = [
  {
    damage: 'a value that its formula does not give',
    change: data => {
      action(data, 'google-review-text').value = 11;
    },
    problem: 'actions/google-review-text/value: the formula evaluates to 10.7446, but the value is 11',
  },
  {
    damage: 'a value off by one cent',
    change: data => {
      action(data, 'google-review-text').value = 10.75;
    },
    problem: 'actions/google-review-text/value: the formula evaluates to 10.7446, but the value is 10.75',
  },
  {
    damage: 'a figure inside a formula',
    change: data => {
      const a = action(data, 'instagram-reel');
      a.valueBasis = a.valueBasis.replace('580 views', '850 views');
    },
    problem: 'actions/instagram-reel/value: the formula evaluates to 10.1745, but the value is 6.94',
  },
  {
    damage: 'a formula that cannot be read',
    change: data => {
      const a = action(data, 'instagram-reel');
      a.valueBasis = a.valueBasis.replace(' x ', ' + ');
    },
    problem: 'actions/instagram-reel/value: the formula cannot be parsed, but the value is 6.94',
  },
  {
    damage: 'a price that is not the published one',
    change: data => {
      const a = action(data, 'x-post-mention');
      a.valueBasis = a.valueBasis.replace('5 CPM', '5.1 CPM');
    },
    problem: 'actions/x-post-mention/valueBasis: cpm 5.1 does not match pricing.json',
  },
  {
    damage: 'a value as text',
    change: data => {
      action(data, 'x-repost').value = '0.38' as unknown as number;
    },
    problem: 'actions/x-repost/value: Expected number',
  },
  {
    damage: 'a misspelt field',
    change: data => {
      Object.assign(action(data, 'x-repost'), { polcy: 'allowed' });
    },
    problem: 'actions/x-repost/polcy: Unexpected property',
  },
  {
    damage: 'a missing field',
    change: data => {
      delete (action(data, 'x-repost') as Partial<ReferenceData['actions'][number]>).policy;
    },
    problem: 'actions/x-repost/policy: Expected required property',
  },
  {
    damage: 'an effort beyond the scale',
    change: data => {
      action(data, 'x-repost').effort = 6;
    },
    problem: 'actions/x-repost/effort: Expected integer to be less or equal to 5',
  },
  {
    damage: 'an id of another platform',
    change: data => {
      action(data, 'x-repost').id = 'y-repost';
    },
    problem: 'actions/y-repost: the ID must start with x-',
  },
  {
    damage: 'an id with a space',
    change: data => {
      action(data, 'x-repost').id = 'x repost';
    },
    problem: 'actions/x repost/id: Expected string to match',
  },
  {
    damage: 'an id used twice',
    change: data => {
      action(data, 'x-repost').id = 'x-reply';
    },
    problem: 'actions/x-reply: the ID is used twice',
  },
  {
    damage: 'one action too few',
    change: data => {
      data.actions.pop();
    },
    problem: 'actions: contains 106 actions instead of 107',
  },
  {
    damage: 'a platform without actions',
    change: data => {
      data.actions = data.actions.filter(each => each.platform !== 'tiktok');
    },
    problem: 'actions: platform tiktok is missing',
  },
  {
    damage: 'a platform missing in the benchmarks',
    change: data => {
      delete industry(data, 'dental').platforms.yelp;
    },
    problem: 'benchmarks/industries/dental: platform yelp is missing',
  },
  {
    damage: 'a platform missing in the prices',
    change: data => {
      delete data.pricing.platforms.snapchat;
    },
    problem: 'pricing/platforms: platform snapchat is missing',
  },
  {
    damage: 'a platform missing in the law',
    change: data => {
      delete data.legal.platforms.reddit;
    },
    problem: 'legal/platforms: platform reddit is missing',
  },
  {
    damage: 'a source of a value that does not exist',
    change: data => {
      action(data, 'x-repost').valueSources = ['reflex-engagement-2062'];
    },
    problem: 'actions/x-repost/valueSources: source reflex-engagement-2062 does not exist',
  },
  {
    damage: 'a source in a text that does not exist',
    change: data => {
      action(data, 'instagram-reel').valueRange.basis = 'low: 1 view [klear-rate]';
    },
    problem: 'actions/instagram-reel/valueRange/basis: source klear-rate does not exist',
  },
  {
    damage: 'a source that was taken out',
    change: data => {
      data.sources = data.sources.filter(({ id }) => id !== 'yelp-solicit');
    },
    problem: 'actions/yelp-review/policySources: source yelp-solicit does not exist',
  },
  {
    damage: 'a source id used twice',
    change: data => {
      data.sources.push(data.sources[0]!);
    },
    problem: 'sources: contains a duplicate ID',
  },
  {
    damage: 'a benchmark with an unknown source',
    change: data => {
      industry(data, 'legal').platforms.google!.cpc!.source = 'wordstream';
    },
    problem: 'benchmarks/industries/legal/platforms/google/cpc/source: source wordstream does not exist',
  },
  {
    damage: 'a rate written in percent',
    change: data => {
      industry(data, 'legal').platforms.google!.ctr!.value = 6.64;
    },
    problem: 'benchmarks/industries/legal/platforms/google/ctr: 6.64 is not a fraction',
  },
  {
    damage: 'an overall benchmark that contradicts the price',
    change: data => {
      industry(data, 'all').platforms.tiktok!.cpm!.value = 6.5;
    },
    problem: 'benchmarks/industries/all/tiktok/cpm: is 6.5, but pricing.json has 6.6',
  },
  {
    damage: 'a price per type that the actions do not give',
    change: data => {
      data.pricing.platforms.instagram!.types.share!.value.high = 3;
    },
    problem: 'pricing/platforms/instagram/types/share/value/high: is 3, but the actions result in 2.25',
  },
  {
    damage: 'a forbidden action that is rewardable',
    change: data => {
      action(data, 'google-review-text').rewardable = true;
    },
    problem: 'actions/google-review-text/rewardable: a forbidden action cannot be rewardable',
  },
  {
    damage: 'an action switched off without a reason',
    change: data => {
      delete action(data, 'google-save-place').rewardableNote;
    },
    problem: 'actions/google-save-place/rewardableNote: must be present for disabled actions only',
  },
  {
    damage: 'a suggested reward above the value',
    change: data => {
      action(data, 'instagram-reel').suggestedReward!.high = 9;
    },
    problem: 'actions/instagram-reel/suggestedReward: high 9 is not the value 6.94',
  },
  {
    damage: 'a range that does not hold the value',
    change: data => {
      action(data, 'instagram-reel').valueRange.low = 7;
    },
    problem: 'actions/instagram-reel/valueRange: low 7 is above the value 6.94',
  },
  {
    damage: 'a policy that the legal matrix contradicts',
    change: data => {
      data.legal.platforms.google!.matrix.review.status = 'disclose';
    },
    problem: 'legal/platforms/google/matrix/review: is disclose, but the strictest action is forbidden',
  },
  {
    damage: 'an exception that is missing',
    change: data => {
      data.legal.platforms.facebook!.matrix.share.exceptions = [];
    },
    problem: 'legal/platforms/facebook/matrix/share: exceptions must list exactly the less strict actions',
  },
  {
    damage: 'an alternative that may not be rewarded itself',
    change: data => {
      data.legal.alternatives['google-review-text'] = 'yelp-review';
    },
    problem: 'legal/alternatives/google-review-text: alternative yelp-review must be rewardable',
  },
  {
    damage: 'a forbidden action without an alternative',
    change: data => {
      delete data.legal.alternatives['x-repost'];
    },
    problem: 'legal/alternatives/x-repost: is missing',
  },
  {
    damage: 'an alias of an action that does not exist',
    change: data => {
      data.aliases.actionTypes.story!.actions.instagram = ['instagram-story'];
    },
    problem: 'aliases/actionTypes/story/instagram: instagram-story is not an action of instagram',
  },
  {
    damage: 'a synonym of an industry that does not exist',
    change: data => {
      data.synonyms.cafe = 'cafes';
    },
    problem: 'synonyms/cafe: industry cafes does not exist',
  },
  {
    damage: 'a synonym that contradicts the benchmarks',
    change: data => {
      data.synonyms.cafe = 'dental';
    },
    problem: 'synonyms/cafe: must map to restaurants-food, as in benchmarks.json',
  },
  {
    damage: 'a file that is no data at all',
    change: data => {
      (data as Record<string, unknown>).legal = [];
    },
    problem: 'legal: Expected object',
  },
];
