import type { ErrorDetail, ValidationRule } from '../../errors.ts';
import { formatNumber, plural } from './format.ts';

type DetailOf<R extends ValidationRule> = Extract<ErrorDetail, { rule: R }>;

/** The texts of the dashboard by rule. The API's text is the best one for rules that depend on the context. */
const MESSAGES: { [R in ValidationRule]: (detail: DetailOf<R>) => string } = {
  required: () => 'is required',
  type: () => "isn't valid",
  enum: () => "isn't one of the options",
  format: ({ issue }) => issue,
  pattern: ({ issue }) => issue,
  minLength: ({ limit }) => (limit === 1 ? 'is required' : `is too short (at least ${characters(limit)})`),
  maxLength: ({ limit }) => `is too long (up to ${characters(limit)})`,
  minItems: ({ limit }) => `must have at least ${formatNumber(limit)}`,
  maxItems: ({ limit }) => `can have up to ${formatNumber(limit)}`,
  minimum: ({ limit }) => `must be at least ${formatNumber(limit)}`,
  maximum: ({ limit }) => `must be at most ${formatNumber(limit)}`,
  unique: () => 'contains duplicates',
  future: () => 'must be in the future',
  unknown: ({ issue }) => issue,
  conflict: ({ issue }) => issue,
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
