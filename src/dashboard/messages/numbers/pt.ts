import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `não é um número; escreva assim: ${example}`,
  twoMeanings: (one, other) => `pode ser ${one} ou ${other}; escreva um dos dois`,
};
