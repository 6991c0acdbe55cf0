import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Verifica in due passaggi',
  off: 'Chiedi a ogni accesso un codice di un’app di autenticazione sul telefono.',
  required:
    'Titolari e amministratori di questa installazione hanno bisogno di un secondo fattore. Configuralo per continuare.',
  setUp: 'Configura app di autenticazione',
  scan: 'Scansiona questo codice QR con un’app di autenticazione o digita la chiave. Poi inserisci le 6 cifre mostrate.',
  qr: 'Codice QR per l’app di autenticazione',
  turnOn: 'Attiva',
  on: 'L’accesso richiede un codice della tua app di autenticazione.',
  codesLeft: count =>
    plural(count, { one: 'Resta # codice di recupero', other: 'Restano # codici di recupero' }),
  newCodes: 'Nuovi codici di recupero',
  turnOff: 'Disattiva',
  codesTitle: 'I tuoi codici di recupero',
  codesHint:
    'Ogni codice vale una volta se perdi il telefono. Conservali in un luogo sicuro: non verranno più mostrati.',
  saved: 'Li ho salvati',
  code: 'Codice',
  codeHint: '6 cifre della tua app di autenticazione o un codice di recupero',
  wrongCode: 'Questo codice è errato o già usato. Attendi il prossimo.',
  needed: 'Questo accesso richiede un codice della tua app di autenticazione.',
  verify: 'Verifica',
  turnedOff: 'Verifica in due passaggi disattivata',
  confirmTitle: 'Conferma la tua identità',
  confirmHow:
    "Questa modifica riguarda l'accesso al tuo account o alla tua attività, quindi ti chiediamo chi sei.",
  confirmByLogin: 'Esci e accedi di nuovo per fare questa modifica.',
  confirmExpired: 'È passato troppo tempo. Annulla e riprova.',
  usePasskey: 'Usa una passkey',
  useCode: 'Usa un codice',
  wrongPassword: 'Questa password non è corretta.',
};
