import { describe, expect, test } from 'bun:test';
import { shrinkFactor, shrinkRate } from '../../src/planner/rules/bayesian-shrinkage.ts';
import { estimateCompletionRate } from '../../src/planner/rules/economics.ts';
import { interpretGoals } from '../../src/planner/rules/goals.ts';
import { rankFirstCampaigns } from '../../src/planner/rules/rank.ts';
import { buildTimeline, calculateApprovalsPerWeek } from '../../src/planner/rules/timeline.ts';
import { redact } from '../../src/platform/security/redact.ts';
import { candidatesFor, library, planFor } from './instances.ts';

describe('goals', () => {
  const READ: [text: string, goal: string[]][] = [
    ['sales', ['sales']],
    ['More bookings in winter', ['sales']],
    ['Get found: brand awareness!', ['awareness']],
    ['5 star rating on Google', ['reviews']],
    ['word of mouth', ['referrals']],
    ['Instagram followers', ['followers']],
    ['photos and new reviews', ['reviews', 'content']],
    ['purple cows', []],
    ['constructor', []],
    ['', []],
  ];
  test.each(READ)('"%s" means %p', (text, goals) => {
    expect(interpretGoals([text]).goals as string[]).toEqual(goals);
  });

  test('the best-served of several goals counts, and without goals all weights are equal', () => {
    expect(interpretGoals(['reviews', 'sales']).weights).toMatchObject({
      review: 1,
      referral: 1,
      engage: 0.7,
    });
    expect(new Set(Object.values(interpretGoals([]).weights))).toEqual(new Set([1]));
    expect(new Set(Object.values(interpretGoals(['purple cows']).weights))).toEqual(new Set([1]));
  });
});

describe('completion curve', () => {
  test('the curve passes through both published rates', () => {
    // At the price of the time: 0.20 dollars for a minute, 12 for an hour.
    expect(estimateCompletionRate(library, 1, 20)).toBeCloseTo(0.07, 10);
    expect(estimateCompletionRate(library, 5, 1_200)).toBeCloseTo(0.07 * 2.3 * 0.04, 10);
  });

  test('the completion rate falls with effort and rises with the reward, within bounds', () => {
    for (let effort = 1; effort < 5; effort++) {
      const rate = (step: number, cents: number) => estimateCompletionRate(library, step, cents);
      expect(rate(effort, 500)).toBeGreaterThan(rate(effort + 1, 500));
      expect(rate(effort, 600)).toBeGreaterThanOrEqual(rate(effort, 500));
    }
    expect(estimateCompletionRate(library, 1, 1_000_000)).toBeCloseTo(0.14, 10);
    expect(estimateCompletionRate(library, 5, 1)).toBeGreaterThan(0);
  });
});

describe('Bayesian shrinkage', () => {
  test('observations adjust an assumption in proportion to their number', () => {
    expect(shrinkRate(0.7, { approved: 0, decided: 0 })).toBe(0.7);
    expect(shrinkRate(0.7, { approved: 50, decided: 50 })).toBeCloseTo(0.85, 10);
    expect(shrinkFactor(0, 0)).toBe(1);
    expect(shrinkFactor(60, 20)).toBe(2);
    expect(shrinkFactor(0, 1_000_000)).toBe(0.2);
    expect(shrinkFactor(1_000_000, 0)).toBe(5);
  });
});

describe('candidates', () => {
  test('candidates are allowed, have a value above their reward, and suit the industry', () => {
    for (const industry of ['all', 'restaurants-food', 'business-services']) {
      for (const { action, rewardCents, steps, minCompletions, valueCents } of candidatesFor(industry, 500)) {
        expect([action.id, action.policy === 'forbidden', action.rewardable]).toEqual([
          action.id,
          false,
          true,
        ]);
        expect(valueCents).toBeGreaterThanOrEqual(rewardCents);
        expect(steps[0]?.completions).toBeGreaterThanOrEqual(minCompletions);
        const worths = steps.map(step => step.valueCents);
        expect(worths).toEqual(worths.toSorted((a, b) => b - a));
        expect(Math.min(...worths)).toBeGreaterThanOrEqual(rewardCents);
        const { low, high } = action.suggestedReward!;
        expect(rewardCents / 100).toBeGreaterThanOrEqual(low);
        expect(rewardCents / 100).toBeLessThanOrEqual(high);
      }
    }
    const platforms = (industry: string) =>
      new Set(candidatesFor(industry, 500).map(({ action }) => action.platform));
    expect(platforms('restaurants-food').has('linkedin')).toBe(false);
    expect(platforms('business-services').has('linkedin')).toBe(true);
  });

  test('ranks up to six first campaigns, with up to two per platform', () => {
    const dollars = { currency: 'USD', usdRate: 1 };
    const candidates = candidatesFor('restaurants-food', 500);
    const lines = rankFirstCampaigns(candidates, interpretGoals(['content']), dollars);
    expect(lines.length).toBeLessThanOrEqual(6);
    const platforms = Map.groupBy(lines, ({ candidate }) => candidate.action.platform);
    for (const own of platforms.values()) expect(own.length).toBeLessThanOrEqual(2);
    for (const { costCents } of lines) expect(costCents).toBeLessThanOrEqual(10_000);
  });
});

test('the timeline launches each campaign once and spreads the work evenly', () => {
  const plan = planFor(candidatesFor('restaurants-food', 500), 300);
  const weeks = buildTimeline(plan, { approvalRate: 0.7, perWeek: undefined }, 0);
  const launches = weeks.flatMap(({ shares }) => shares.filter(({ isLaunch }) => isLaunch));
  expect(launches.map(({ line }) => line)).toEqual(plan.lines);
  const counts = weeks.map(({ completions }) => completions);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  expect(calculateApprovalsPerWeek({ approvalRate: 0.7, perWeek: 10 })).toBe(7);
  for (const perWeek of [1, 2, 3, 10, 99]) {
    expect(Math.ceil(calculateApprovalsPerWeek({ approvalRate: 0.7, perWeek })! / 0.7)).toBeLessThanOrEqual(
      perWeek,
    );
  }
});

const PERSONAL: [text: string, redacted: string][] = [
  ['Mail ada.b+x@mail.example.com now', 'Mail [email] now'],
  ['call +49 (170) 123-4567 or 0555 123 45 67', 'call [number] or [number]'],
  ['I am @ada.drinks_coffee there', 'I am [handle] there'],
  ['see https://instagram.com/ada?x=1 please', 'see [link] please'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'IBAN [account]'],
  ['5 dollars for 12 posts, 3.99%', '5 dollars for 12 posts, 3.99%'],
];
test.each(PERSONAL)('redacts the personal data in "%s"', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});
