/** Validation messages of the API and how forms phrase them. Messages not listed here are shown unchanged. */
const MESSAGES: [pattern: RegExp, replacement: string][] = [
  [/ or null$/, ''],
  [/^(is required|must not be empty)$/, 'is required'],
  [/^must be an amount in dollars from 0 to .*/, 'must be a dollar amount such as 4.50'],
  [
    /^must be an amount in dollars from (\S+) to .*/,
    'must be a dollar amount of at least $$$1, such as 4.50',
  ],
  [/^must be a valid date(-time)?$/, 'must be a valid date'],
  [/^must be a valid ur[il]$/, 'must be a valid URL'],
  [/^must be (a string|an array|an object|valid)$/, 'is invalid'],
  [/^must be greater than (\S+)$/, 'must be more than $1'],
  [/^must have at least (\d+) items?$/, 'must have at least $1'],
  [/^must have at most (\d+) items?$/, 'can have up to $1'],
  [/^must have at most (\d+) characters?$/, 'is too long (up to $1 characters)'],
  [/^must not contain duplicate items$/, 'contains duplicates'],
  [/^must be one of .*$/, "isn't one of the options"],
];

/** Rephrases a validation message for display after the field's label. */
export function toUserMessage(issue: string): string {
  return MESSAGES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), issue);
}
