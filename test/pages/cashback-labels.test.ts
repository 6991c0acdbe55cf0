import { describe, expect, test } from 'bun:test';
import { loadMessages } from '../../src/dashboard/messages/area.ts';
import {
  describeRest,
  getShownStatus,
  listCashbackActions,
} from '../../src/dashboard/pages/business/shared/cashback-labels.ts';
import type { Cashback } from '../../src/programs/cashback/model.ts';

await loadMessages();

const CREATED = '2026-03-01T10:00:00.000Z';
const NOW = Date.parse('2026-03-11T10:00:00.000Z');

function cashback(fields: Partial<Cashback> = {}): Cashback {
  return {
    id: 'cbk_1',
    programId: 'prg_1',
    memberId: 'm1',
    submissionId: null,
    orderId: 'A-1',
    amount: 2,
    remaining: 2,
    refunded: 0,
    orderValue: 20,
    rate: 10,
    currency: 'USD',
    status: 'available',
    description: null,
    reason: null,
    availableAt: CREATED,
    expiresAt: null,
    createdAt: CREATED,
    ...fields,
  };
}

describe('The actions of cashback', () => {
  test('an order can be refunded within the window, also when its cashback is spent in part', () => {
    expect(listCashbackActions(cashback(), 30, NOW)).toEqual(['refund']);
    expect(listCashbackActions(cashback({ remaining: 0.5 }), 30, NOW)).toEqual(['refund']);
    expect(listCashbackActions(cashback({ status: 'pending' }), 30, NOW)).toEqual(['confirm', 'refund']);
  });

  test('after the window, it can be voided or reversed while nothing is spent', () => {
    expect(listCashbackActions(cashback(), 9, NOW)).toEqual(['reverse']);
    expect(listCashbackActions(cashback({ status: 'pending' }), 9, NOW)).toEqual(['confirm', 'void']);
    expect(listCashbackActions(cashback({ remaining: 1 }), 9, NOW)).toEqual([]);
  });

  test('what a submission earned is not refunded, and neither is what was refunded', () => {
    expect(listCashbackActions(cashback({ submissionId: 'sub_1' }), 30, NOW)).toEqual(['reverse']);
    expect(listCashbackActions(cashback({ status: 'reversed', refunded: 2, remaining: 0 }), 30, NOW)).toEqual(
      [],
    );
  });
});

test('The status tells a refunded order from voided cashback', () => {
  expect(getShownStatus(cashback({ status: 'void' }))).toBe('void');
  expect(getShownStatus(cashback({ status: 'void', refunded: 2 }))).toBe('refunded');
  expect(describeRest(cashback({ refunded: 0.5, remaining: 1.5 }))).toContain('0.50 refunded');
  expect(describeRest(cashback({ remaining: 1.5 }))).toContain('1.50 left');
  expect(describeRest(cashback())).toBeNull();
});
