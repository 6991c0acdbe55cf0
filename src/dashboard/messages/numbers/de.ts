import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `Keine Zahl; bitte so schreiben: ${example}`,
  twoMeanings: (one, other) => `Kann ${one} oder ${other} heißen; bitte eine der beiden Zahlen eingeben`,
};
