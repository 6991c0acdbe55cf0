import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Jesteś offline. Ostatnia aktualizacja strony: ${time}. Od tego czasu kody mogły zostać wykorzystane.`,
  needsConnection:
    'Ta karta zmienia się co minutę i wymaga połączenia. Przy kasie podaj swoje imię i nazwisko.',
};
