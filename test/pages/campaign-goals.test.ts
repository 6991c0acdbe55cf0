import { expect, test } from 'bun:test';
import actions from '../../seed/actions.json' with { type: 'json' };
import {
  findAlternative,
  GOALS,
  recommendActions,
  roundReward,
  suggestCampaignName,
} from '../../src/dashboard/pages/business/campaign/campaign-goals.ts';
import type { Action } from '../../src/library/model.ts';

const library = actions as unknown as Action[];
const actionOf = (id: string) => library.find(action => action.id === id) as Action;

test('every goal recommends three actions that the platforms allow to reward', () => {
  for (const { value } of GOALS) {
    const found = recommendActions(library, value);
    expect(found.length).toBe(3);
    expect(found.filter(action => action.policy === 'forbidden' || !action.rewardable)).toEqual([]);
  }
});

test('every forbidden action has an allowed one instead, on the same platform if there is one', () => {
  for (const action of library.filter(({ policy }) => policy === 'forbidden'))
    expect(findAlternative(library, action)?.policy).not.toBe('forbidden');
  expect(findAlternative(library, actionOf('google-review-text'))?.id).toBe('google-share-place-link');
  expect(findAlternative(library, actionOf('trustpilot-review-update'))?.platform).toBe('email');
});

test('suggested rewards are rounded to steps of 0.50, at least one step', () => {
  expect([0.1, 0.74, 1.12, 2.25, 29.99].map(roundReward)).toEqual([0.5, 0.5, 1, 2.5, 30]);
});

test('suggested names name the shop, so that customers can read them', () => {
  expect(suggestCampaignName('Mention {shop} in your Story', 'Blue Cup')).toBe(
    'Mention Blue Cup in your Story',
  );
  const long = suggestCampaignName('Mention {shop}', `${'a'.repeat(191)}🎉`);
  expect(long).toBe(`Mention ${'a'.repeat(191)}`);
});
