import { expect, test } from 'bun:test';
import { formatLabel, plural } from '../../src/dashboard/data/format.ts';
import { toUserMessage } from '../../src/dashboard/data/issues.ts';
import { loadMessages } from '../../src/dashboard/messages/area.ts';
import type { ErrorDetail, ValidationRule } from '../../src/errors.ts';

await loadMessages();

const DETAILS: { [R in ValidationRule]: Extract<ErrorDetail, { rule: R }> } = {
  required: { field: 'x', issue: 'is required', rule: 'required' },
  type: { field: 'x', issue: 'must be a number or null', rule: 'type' },
  enum: { field: 'x', issue: 'must be one of a, b', rule: 'enum', allowed: ['a', 'b'] },
  format: { field: 'x', issue: 'must be an absolute http or https URL', rule: 'format' },
  pattern: { field: 'x', issue: 'must be a currency code such as USD', rule: 'pattern' },
  minLength: { field: 'x', issue: 'must have at least 10 characters', rule: 'minLength', limit: 10 },
  maxLength: { field: 'x', issue: 'must have at most 5000 characters', rule: 'maxLength', limit: 5_000 },
  minItems: { field: 'x', issue: 'must have at least 1 item', rule: 'minItems', limit: 1 },
  maxItems: { field: 'x', issue: 'must have at most 30 items', rule: 'maxItems', limit: 30 },
  minimum: { field: 'x', issue: 'must be at least 0.01', rule: 'minimum', limit: 0.01 },
  maximum: { field: 'x', issue: 'must be at most 1000', rule: 'maximum', limit: 1_000 },
  unique: { field: 'x', issue: 'must not contain duplicate items', rule: 'unique' },
  future: { field: 'x', issue: 'must be in the future', rule: 'future', limit: '2026-06-01T12:00:00.000Z' },
  unknown: { field: 'x', issue: 'is not in the action library', rule: 'unknown' },
  conflict: { field: 'x', issue: 'applies only to percentage rewards', rule: 'conflict' },
};

const MESSAGES: Record<ValidationRule, string> = {
  required: 'is required',
  type: "isn't valid",
  enum: "isn't one of the options",
  format: 'must be an absolute http or https URL',
  pattern: 'must be a currency code such as USD',
  minLength: 'is too short (at least 10 characters)',
  maxLength: 'is too long (up to 5,000 characters)',
  minItems: 'must have at least 1',
  maxItems: 'can have up to 30',
  minimum: 'must be at least 0.01',
  maximum: 'must be at most 1,000',
  unique: 'contains duplicates',
  future: 'must be in the future',
  unknown: 'is not in the action library',
  conflict: 'applies only to percentage rewards',
};

test.each(Object.entries(MESSAGES))('the form shows a text for the rule %s', (rule, message) => {
  expect(toUserMessage('VALIDATION_ERROR', DETAILS[rule as ValidationRule])).toBe(message);
});

test('an empty text is shown as a missing value', () => {
  expect(
    toUserMessage('VALIDATION_ERROR', {
      field: 'x',
      issue: 'must not be empty',
      rule: 'minLength',
      limit: 1,
    }),
  ).toBe('is required');
});

test('an amount of 0 is refused with the smallest unit of the currency', () => {
  const detail = { field: 'x', issue: 'must be greater than 0', rule: 'minimum', limit: 0 } as const;
  expect(toUserMessage('VALIDATION_ERROR', detail)).toBe('must be at least 0.01');
});

test('the form shows the text of the API for the details of other errors', () => {
  const detail: ErrorDetail = { field: 'file', issue: '3 of 3 MiB used', rule: 'maximum', limit: 3_145_728 };
  expect(toUserMessage('LIMIT_REACHED', detail)).toBe('3 of 3 MiB used');
});

test('the form shows the text of the API for a rule that the page does not know', () => {
  const detail = { field: 'x', issue: 'must be prime', rule: 'prime' } as unknown as ErrorDetail;
  expect(toUserMessage('VALIDATION_ERROR', detail)).toBe('must be prime');
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
