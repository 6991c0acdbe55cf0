import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `non è un numero; scrivilo così: ${example}`,
  twoMeanings: (one, other) => `può essere ${one} o ${other}; scrivi uno dei due`,
};
