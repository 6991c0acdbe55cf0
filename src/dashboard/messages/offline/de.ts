import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Du bist offline. Diese Seite ist vom ${time}. Codes können seitdem eingelöst worden sein.`,
  needsConnection:
    'Diese Karte wechselt jede Minute und braucht eine Verbindung. Nenne am Tresen stattdessen deinen Namen.',
};
