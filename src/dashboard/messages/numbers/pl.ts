import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `to nie jest liczba; wpisz np. ${example}`,
  twoMeanings: (one, other) => `może oznaczać ${one} lub ${other}; wpisz jedną z tych liczb`,
};
