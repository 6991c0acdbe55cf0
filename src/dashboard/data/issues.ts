/** What the API says of a field, for programs, and how people say it. What is not listed reads well as it is. */
const MESSAGES: [said: RegExp, inWords: string][] = [
  [/ or null$/, ''],
  [/^(is required|must not be empty)$/, 'is missing'],
  [/^must be an amount in dollars from 0 to .*/, 'must be in dollars such as 4.50'],
  [/^must be an amount in dollars from (\S+) to .*/, 'must be in dollars such as 4.50, at least $$$1'],
  [/^must be a valid date(-time)?$/, 'is not a date'],
  [/^must be a valid (\S+)$/, 'is not a valid address'],
  [/^must be (a string|an array|an object|valid)$/, 'is invalid'],
  [/^must be at least (\S+)$/, 'must be $1 or more'],
  [/^must be at most (\S+)$/, 'must be $1 or less'],
  [/^must be above (\S+)$/, 'must be more than $1'],
  [/^must have at least (\d+) items$/, 'needs $1 or more'],
  [/^must have at most (\d+) items$/, 'takes $1 at most'],
  [/^must have at least (\d+) characters$/, 'needs $1 characters or more'],
  [/^must have at most (\d+) characters$/, 'is too long: $1 characters at most'],
  [/^must not repeat an item$/, 'contains duplicates'],
  [/^must be one of .*$/, "isn't one of the options"],
];

/** An issue of an error's details in plain words, to stand behind the name of its field. */
export function toUserMessage(issue: string): string {
  return MESSAGES.reduce((text, [said, words]) => text.replace(said, words), issue);
}
