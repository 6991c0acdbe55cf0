import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Je bent offline. Deze pagina is bijgewerkt op ${time}. Codes kunnen sindsdien gebruikt zijn.`,
  needsConnection: 'Deze kaart verandert elke minuut en heeft verbinding nodig. Noem aan de balie je naam.',
};
