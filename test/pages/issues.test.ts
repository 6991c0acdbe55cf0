import { expect, test } from 'bun:test';
import { formatLabel, plural } from '../../src/dashboard/data/format.ts';
import { toUserMessage } from '../../src/dashboard/data/issues.ts';

test('validation messages are rephrased for forms', () => {
  expect(toUserMessage('is required')).toBe('is required');
  expect(
    toUserMessage(
      'must be an amount in dollars from 0.01 to 1000000000 with at most 2 decimal places or null',
    ),
  ).toBe('must be a dollar amount of at least $0.01, such as 4.50');
  expect(toUserMessage('must be a valid date-time or null')).toBe('must be a valid date');
  expect(toUserMessage('must be at least 1')).toBe('must be at least 1');
  expect(toUserMessage('must be in the future')).toBe('must be in the future');
});

test('a count takes the plural form of its noun', () => {
  expect([0, 1, 2].map(count => plural(count, 'reply', 'replies'))).toEqual([
    '0 replies',
    '1 reply',
    '2 replies',
  ]);
});

test('platform names keep their own capitalization', () => {
  expect(['tiktok', 'youtube', 'linkedin', 'x', 'google_review'].map(formatLabel)).toEqual([
    'TikTok',
    'YouTube',
    'LinkedIn',
    'X',
    'Google review',
  ]);
});
