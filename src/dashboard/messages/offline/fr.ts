import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Vous êtes hors ligne. Dernière mise à jour de cette page : ${time}. Des codes ont pu être utilisés depuis.`,
  needsConnection:
    'Cette carte change chaque minute et nécessite une connexion. Au comptoir, donnez plutôt votre nom.',
};
