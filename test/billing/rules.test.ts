import { describe, expect, test } from 'bun:test';
import { JsonReader, MAX_PROVIDER_TEXT } from '../../src/billing/provider/json-reader.ts';
import { computePaymentStatus, toCreditorReference, toInvoiceNumber } from '../../src/billing/rules.ts';
import { periodEnd } from '../../src/plans/rules.ts';

describe('toCreditorReference', () => {
  test('returns the reference of the published example', () => {
    expect(toCreditorReference('539007547034')).toBe('RF18539007547034');
  });

  test('returns valid references for many numbers', () => {
    for (let n = 1; n <= 2_000; n += 7) {
      const reference = toCreditorReference(toInvoiceNumber(2026, n));
      expect(reference).toMatch(/^RF\d\d2026\d{6}$/);
      expect(BigInt(`${reference.slice(4)}2715${reference.slice(2, 4)}`) % 97n).toBe(1n);
    }
  });
});

describe('billing period', () => {
  test.each([
    ['2026-01-31T09:00:00.000Z', 'month', '2026-02-28T09:00:00.000Z'],
    ['2028-01-31T09:00:00.000Z', 'month', '2028-02-29T09:00:00.000Z'],
    ['2026-12-15T00:00:00.000Z', 'month', '2027-01-15T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 'year', '2029-02-28T00:00:00.000Z'],
    ['2026-06-01T12:00:00.000Z', 'year', '2027-06-01T12:00:00.000Z'],
  ] as const)('a billing period from %s for a %s ends %s', (from, interval, end) => {
    expect(periodEnd(from, interval, from)).toBe(end);
  });

  test('a period shortened by February is followed by one that ends on the original day', () => {
    const anchor = '2026-01-31T09:00:00.000Z';
    const february = periodEnd(anchor, 'month', anchor);
    expect(periodEnd(february, 'month', anchor)).toBe('2026-03-31T09:00:00.000Z');
  });
});

describe('JsonReader', () => {
  test('text that is longer than any identifier counts as absent', () => {
    const reader = new JsonReader({
      id: 'x'.repeat(MAX_PROVIDER_TEXT),
      other: 'x'.repeat(MAX_PROVIDER_TEXT + 1),
    });
    expect([reader.id()?.length, reader.text('other')]).toEqual([MAX_PROVIDER_TEXT, null]);
  });
});

describe('computePaymentStatus', () => {
  const update = (occurredAt: string, paymentStatus: 'active' | 'pastDue') => ({ occurredAt, paymentStatus });

  test('returns the last status, past due since the first failure after a payment', () => {
    expect(computePaymentStatus([])).toEqual({ paymentStatus: null, pastDueAt: null });
    expect(computePaymentStatus([update('1', 'active')])).toEqual({
      paymentStatus: 'active',
      pastDueAt: null,
    });
    const late = [
      update('1', 'pastDue'),
      update('2', 'active'),
      update('3', 'pastDue'),
      update('4', 'pastDue'),
    ];
    expect(computePaymentStatus(late)).toEqual({ paymentStatus: 'pastDue', pastDueAt: '3' });
  });
});
