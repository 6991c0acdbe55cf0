import { expect, test } from 'bun:test';
import { loadMessages } from '../../src/dashboard/messages/area.ts';
import {
  describeFrequency,
  describeReason,
  roundEstimate,
} from '../../src/dashboard/pages/business/billing/plan-labels.ts';
import type { PlannedCampaign } from '../../src/planner/model.ts';

await loadMessages();

function planned(
  figures: Pick<PlannedCampaign, 'budget' | 'completions' | 'reach' | 'value'>,
): PlannedCampaign {
  const campaign = {
    name: 'Story',
    platform: 'instagram',
    actionType: 'story',
  } as PlannedCampaign['campaign'];
  return { campaign, rationale: '', ...figures };
}

test('Estimates above 100 have two significant digits, smaller ones are whole numbers', () => {
  expect([2_632, 494.03, 99.6, 3.2, 0].map(roundEstimate)).toEqual([2_600, 490, 100, 3, 0]);
});

test('A frequency is per week from twice a week on, and per month below', () => {
  expect(describeFrequency(14)).toBe('about 4 times a week');
  expect(describeFrequency(5)).toBe('about 5 times a month');
  expect(describeFrequency(1)).toBe('about 1 time a month');
});

test('The reason names what a campaign is best at, or its estimated value', () => {
  const video = planned({ budget: 100, completions: 4, reach: 4, value: 180 });
  const story = planned({ budget: 14, completions: 14, reach: 2_632, value: 29.82 });
  const photo = planned({ budget: 5.4, completions: 6, reach: 894, value: 10.68 });
  const plan = [video, story, photo];
  expect(plan.map(each => describeReason(each, plan))).toEqual([
    'Brings the most value in total',
    'Reaches the most people',
    'Worth an estimated $1.98 for every $1 it costs',
  ]);
});
