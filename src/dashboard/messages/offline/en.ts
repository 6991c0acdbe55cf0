/** Texts of pages without a connection. */
export const messages = {
  storedAt: (time: string) =>
    `You're offline. This page was last updated ${time}. Codes may have been used since.`,
  needsConnection:
    'This card changes every minute and needs a connection. At the counter, give your name instead.',
};
export type Messages = typeof messages;
