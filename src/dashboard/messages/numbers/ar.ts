import type { Messages } from './en.ts';

export const messages: Messages = {
  unreadable: example => `ليس رقمًا؛ اكتبه هكذا: ${example}`,
  twoMeanings: (one, other) => `قد يعني ${one} أو ${other}؛ اكتب أحدهما`,
};
