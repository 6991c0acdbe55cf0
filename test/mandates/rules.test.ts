import { describe, expect, test } from 'bun:test';
import {
  calculateCosts,
  getWindowStart,
  isWithin,
  type RecordedEvent,
  sumCosts,
} from '../../src/mandates/rules.ts';

const NONE: ReadonlySet<string> = new Set();
const costOf = (event: RecordedEvent, launched = NONE) => sumCosts(calculateCosts([event], launched));
const of = (type: RecordedEvent['type'], object: object, previous?: object): RecordedEvent => ({
  type,
  object: { currency: 'USD', ...object },
  ...(previous && { previous }),
});

describe('the cost of a change', () => {
  test.each([
    ['a fixed reward', of('reward.issued', { type: 'fixed', value: 5 }), 500],
    ['an item', of('reward.issued', { type: 'item', value: 1.1, cost: 1.1, name: 'Coffee' }), 110],
    ['an item without a cost', of('reward.issued', { type: 'item', value: 0, cost: 0, name: 'Coffee' }), 0],
    [
      'a percentage up to an amount',
      of('reward.issued', { type: 'percentage', value: 10, maxAmount: 8 }),
      800,
    ],
    [
      'a percentage of any amount',
      of('reward.issued', { type: 'percentage', value: 10, maxAmount: null }),
      null,
    ],
    ['a redemption that is undone', of('reward.reinstated', { type: 'fixed', value: 5 }), 500],
    ['cashback', of('cashback.created', { amount: 2.45 }), 245],
    ['an amount in yen', of('cashback.created', { amount: 300, currency: 'JPY' }), 300],
    [
      'a campaign that starts',
      of('campaign.activated', { id: 'c', budget: { total: 40, remaining: 40 } }),
      4_000,
    ],
    [
      'a campaign that goes on',
      of('campaign.resumed', { id: 'c', budget: { total: 40, remaining: 15 } }),
      1_500,
    ],
    ['a campaign without a budget', of('campaign.activated', { id: 'c', budget: null }), null],
    [
      'a draft',
      of('campaign.updated', { id: 'c', state: 'draft', budget: null }, { budget: { total: 1 } }),
      0,
    ],
    ['a new name', of('campaign.updated', { id: 'c', state: 'active', budget: null }, { name: 'Before' }), 0],
    [
      'a higher budget',
      of(
        'campaign.updated',
        { id: 'c', state: 'active', budget: { total: 60, remaining: 50 } },
        { budget: { total: 45 } },
      ),
      1_500,
    ],
    [
      'a lower budget',
      of(
        'campaign.updated',
        { id: 'c', state: 'active', budget: { total: 30, remaining: 20 } },
        { budget: { total: 45 } },
      ),
      0,
    ],
    [
      'a budget that ends',
      of('campaign.updated', { id: 'c', state: 'active', budget: null }, { budget: { total: 45 } }),
      null,
    ],
    [
      'more approvals without a budget',
      of('campaign.updated', { id: 'c', state: 'active', budget: null }, { limits: { maxApprovals: 5 } }),
      null,
    ],
    ['new terms of a program', of('program.updated', { id: 'p' }), null],
    ['points that are added', of('member.adjusted', { points: 5, visits: 0 }), null],
    ['points that are taken back', of('member.adjusted', { points: -5, visits: 0 }), 0],
    ['a rejection', of('submission.rejected', { id: 's' }), 0],
  ] as const)('of %s', (_, event, cents) => {
    expect(costOf(event as RecordedEvent)).toBe(cents);
  });

  test('leaves out rewards of a campaign whose budget is charged, and its resumption', () => {
    const launched = new Set(['c']);
    expect(costOf(of('reward.issued', { type: 'fixed', value: 5, campaignId: 'c' }), launched)).toBe(0);
    expect(costOf(of('reward.issued', { type: 'fixed', value: 5, campaignId: 'd' }), launched)).toBe(500);
    const resumed = of('campaign.resumed', { id: 'c', budget: { total: 40, remaining: 15 } });
    expect(costOf(resumed, launched)).toBe(0);
  });
});

describe('the place of a change', () => {
  const reward = of('reward.issued', { campaignId: 'c1', programId: null });
  const cashback = of('cashback.created', { programId: 'p1' });
  test.each([
    ['any change without lists', {}, [reward, cashback], true],
    ['a campaign of the list', { campaignIds: ['c1'] }, [reward], true],
    ['another campaign', { campaignIds: ['c2'] }, [reward], false],
    ['a campaign that is new', { campaignIds: ['c1'] }, [of('campaign.created', { id: 'c3' })], false],
    ['one campaign of two', { campaignIds: ['c1'] }, [reward, of('campaign.paused', { id: 'c2' })], false],
    ['cashback that follows from an approval', { campaignIds: ['c1'] }, [reward, cashback], true],
    ['cashback alone', { campaignIds: ['c1'] }, [cashback], false],
    ['a program of the list', { programIds: ['p1'] }, [cashback], true],
    [
      'a campaign of that program',
      { programIds: ['p1'] },
      [of('campaign.updated', { id: 'c9', programId: 'p1' })],
      true,
    ],
    ['another program', { programIds: ['p2'] }, [cashback], false],
    ['a record of neither', { programIds: ['p1'] }, [of('influencer.created', { id: 'i' })], true],
    ['what became due meanwhile', { campaignIds: ['c1'] }, [of('campaign.expired', { id: 'c2' })], true],
  ] as const)('of %s', (_, mandate, events, isInside) => {
    expect(isWithin(mandate as object, events as readonly RecordedEvent[])).toBe(isInside);
  });
});

test('windows begin with the day, week or month of the time zone', () => {
  // A Thursday in Berlin, still Wednesday in UTC.
  const now = Date.parse('2026-11-25T23:30:00Z');
  const startOf = (window: 'day' | 'week' | 'month' | 'total') =>
    getWindowStart(window, now, 'Europe/Berlin');
  expect(startOf('day')).toBe('2026-11-25T23:00:00.000Z');
  expect(startOf('week')).toBe('2026-11-22T23:00:00.000Z');
  expect(startOf('month')).toBe('2026-10-31T23:00:00.000Z');
  expect(startOf('total')).toBe('');
});
