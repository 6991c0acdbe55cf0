import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `ce n'est pas un nombre ; écrivez par exemple ${example}`,
  twoMeanings: (one, other) => `peut être ${one} ou ${other} ; écrivez l'un des deux`,
};
