import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `geen getal; schrijf het zo: ${example}`,
  twoMeanings: (one, other) => `kan ${one} of ${other} zijn; typ een van beide`,
};
