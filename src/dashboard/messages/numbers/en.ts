export const messages = {
  /** Follow the label of a field. */
  unreadable: (example: string) => `isn't a number; write it like ${example}`,
  twoMeanings: (one: string, other: string) => `could be ${one} or ${other}; write one of them`,
};
export type Messages = typeof messages;
