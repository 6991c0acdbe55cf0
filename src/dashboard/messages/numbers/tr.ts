import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `bir sayı değil; şöyle yazın: ${example}`,
  twoMeanings: (one, other) => `${one} veya ${other} olabilir; birini yazın`,
};
