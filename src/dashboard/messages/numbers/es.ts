import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `no es un número; escríbelo así: ${example}`,
  twoMeanings: (one, other) => `puede ser ${one} o ${other}; escribe uno de los dos`,
};
