import { expect, test } from 'bun:test';
import { formatWord } from '../../src/dashboard/data/format.ts';
import { toUserMessage } from '../../src/dashboard/data/issues.ts';

test('what is wrong with a field is said in words of people', () => {
  expect(toUserMessage('is required')).toBe('is missing');
  expect(
    toUserMessage('must be an amount in dollars from 0.01 to 1000000000 with at most 2 decimals or null'),
  ).toBe('must be in dollars such as 4.50, at least $0.01');
  expect(toUserMessage('must be a valid date-time or null')).toBe('is not a date');
  expect(toUserMessage('must be at least 1')).toBe('must be 1 or more');
  expect(toUserMessage('must be in the future')).toBe('must be in the future');
});

test('names of platforms are written as they write themselves', () => {
  expect(['tiktok', 'youtube', 'linkedin', 'x', 'google_review'].map(formatWord)).toEqual([
    'TikTok',
    'YouTube',
    'LinkedIn',
    'X',
    'Google review',
  ]);
});
