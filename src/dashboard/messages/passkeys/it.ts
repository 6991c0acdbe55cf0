import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Passkey',
  passkeysHow: 'Accedi con impronta, volto o blocco schermo, senza password né codice.',
  addPasskey: 'Aggiungi passkey',
  passkeyAdded: 'Passkey aggiunta',
  passkeyRemoved: 'Passkey rimossa',
  rename: 'Rinomina',
  remove: 'Rimuovi',
  name: 'Nome',
  added: 'aggiunta',
  lastUsed: 'Ultimo uso',
  needsAddress:
    'Le passkey richiedono un indirizzo con un nome e https, come https://perks.example. Questo server non ne ha ancora uno.',
  needsHost: host => `Apri questa pagina su ${host} per usare le passkey.`,
  notSupported: 'Questo browser non supporta le passkey.',
  passkeyFailed: 'La passkey non è stata usata. Riprova o scegli un altro modo.',
  logInWithPasskey: 'Accedi con passkey',
};
