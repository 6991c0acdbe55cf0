import type { ErrorDetail, ValidationRule } from '../../errors.ts';
import { getDigits } from '../../platform/currency-digits.ts';
import { shell as t } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';
import type { ApiError } from './api.ts';
import { getOwnCurrency } from './currency.ts';
import { formatNumber } from './format.ts';

/** How the API refuses an amount of 0 in any currency. Pages name the smallest unit of the shop's currency. */
const ABOVE_ZERO = 'must be greater than 0';

type DetailOf<R extends ValidationRule> = Extract<ErrorDetail, { rule: R }>;

/**
 * The texts of the pages by rule. The API's text is the best one for rules that depend on the context; it is English, so
 * other languages have a general one.
 */
const MESSAGES: { [R in ValidationRule]: (detail: DetailOf<R>) => string } = {
  required: () => t.issues.required,
  type: () => t.issues.type,
  enum: () => t.issues.enum,
  format: ({ issue }) => t.issues.other || issue,
  pattern: ({ issue }) => t.issues.other || issue,
  minLength: ({ limit }) =>
    limit === 1
      ? t.issues.required
      : formatText(t.issues.minLength, { characters: formatText(t.issues.characters, { count: limit }) }),
  maxLength: ({ limit }) =>
    formatText(t.issues.maxLength, { characters: formatText(t.issues.characters, { count: limit }) }),
  minItems: ({ limit }) => formatText(t.issues.minItems, { count: formatNumber(limit) }),
  maxItems: ({ limit }) => formatText(t.issues.maxItems, { count: formatNumber(limit) }),
  minimum: ({ issue, limit }) =>
    formatText(t.issues.minimum, {
      limit: formatNumber(issue === ABOVE_ZERO ? 10 ** -getDigits(getOwnCurrency()) : limit),
    }),
  maximum: ({ limit }) => formatText(t.issues.maximum, { limit: formatNumber(limit) }),
  unique: () => t.issues.unique,
  future: () => t.issues.future,
  unknown: ({ issue }) => t.issues.other || issue,
  conflict: ({ issue }) => t.issues.other || issue,
};

/** Returns the text for a detail of an error with the given code, to show after the field's label. */
export function toUserMessage(code: string, detail: ErrorDetail): string {
  // Other errors are about totals, such as a quota of uploads, and not about the value in the field.
  if (code !== 'VALIDATION_ERROR') return t.issues.other || detail.issue;
  // A page that was loaded before an update of the server may get a rule that it does not know.
  const message = MESSAGES[detail.rule] as ((detail: ErrorDetail) => string) | undefined;
  return message?.(detail) ?? (t.issues.other || detail.issue);
}

/** Returns the text of an error for a field by its dotted API name, e.g. `reward.value`, to show after its label. */
export function describeField(error: ApiError | undefined, field: string): string | undefined {
  const detail = error?.takeDetail(field);
  return detail && toUserMessage(error?.code ?? '', detail);
}
