import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Sei offline. Ultimo aggiornamento di questa pagina: ${time}. Nel frattempo qualche codice potrebbe essere stato usato.`,
  needsConnection:
    'Questa tessera cambia ogni minuto e richiede una connessione. Alla cassa, indica il tuo nome.',
};
