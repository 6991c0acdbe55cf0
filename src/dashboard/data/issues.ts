import type { ErrorDetail, ValidationRule } from '../../errors.ts';
import { formatDateTime, formatNumber, plural } from './format.ts';

type DetailOf<R extends ValidationRule> = Extract<ErrorDetail, { rule: R }>;

/** The texts of the dashboard by rule. The API's text is the best one for rules that depend on the context. */
const MESSAGES: { [R in ValidationRule]: (detail: DetailOf<R>) => string } = {
  required: () => 'is required',
  type: () => "isn't valid",
  enum: () => "isn't one of the options",
  format: () => "isn't in a valid format",
  pattern: ({ issue }) => issue,
  minLength: ({ limit }) => (limit === 1 ? 'is required' : `is too short (at least ${characters(limit)})`),
  maxLength: ({ limit }) => `is too long (up to ${characters(limit)})`,
  minItems: ({ limit }) => `must have at least ${formatNumber(limit)}`,
  maxItems: ({ limit }) => `can have up to ${formatNumber(limit)}`,
  maxDepth: () => 'is nested too deeply',
  minimum: ({ limit }) => `must be at least ${formatNumber(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${formatNumber(limit)}`,
  maximum: ({ limit }) => `must be at most ${formatNumber(limit)}`,
  multipleOf: ({ limit }) =>
    limit < 1
      ? `can have up to ${plural(Math.round(-Math.log10(limit)), 'decimal')}`
      : `must be a multiple of ${formatNumber(limit)}`,
  unique: () => 'contains duplicates',
  future: () => 'must be in the future',
  after: ({ limit }) => `must be after ${formatDateTime(limit)}`,
  unknown: ({ issue }) => issue,
  conflict: ({ issue }) => issue,
  notAllowed: ({ issue }) => issue,
};

/** Returns the text for a detail of an error with the given code, to show after the field's label. */
export function toUserMessage(code: string, detail: ErrorDetail): string {
  // Other errors are about totals, such as a quota of uploads, and not about the value in the field.
  if (code !== 'VALIDATION_ERROR') return detail.issue;
  // A page that was loaded before an update of the server may get a rule that it does not know.
  const message = MESSAGES[detail.rule] as ((detail: ErrorDetail) => string) | undefined;
  return message?.(detail) ?? detail.issue;
}

function characters(count: number): string {
  return plural(count, 'character');
}
