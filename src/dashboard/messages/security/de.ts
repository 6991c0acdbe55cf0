import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Bestätigung in zwei Schritten',
  off: 'Bei jeder Anmeldung einen Code einer Authenticator-App auf dem Handy verlangen.',
  required:
    'Inhaber und Admins dieser Installation brauchen einen zweiten Faktor. Nach dem Einrichten geht es weiter.',
  setUp: 'Authenticator-App einrichten',
  scan: 'Diesen QR-Code mit einer Authenticator-App scannen oder den Schlüssel eintippen. Dann die 6 Ziffern der App eingeben.',
  qr: 'QR-Code für die Authenticator-App',
  turnOn: 'Einschalten',
  on: 'Die Anmeldung verlangt einen Code der Authenticator-App.',
  codesLeft: count =>
    plural(count, { one: 'Noch # Wiederherstellungscode', other: 'Noch # Wiederherstellungscodes' }),
  newCodes: 'Neue Wiederherstellungscodes',
  turnOff: 'Ausschalten',
  codesTitle: 'Wiederherstellungscodes',
  codesHint:
    'Jeder Code ersetzt einmal das verlorene Handy. Sicher aufbewahren; sie werden nicht noch einmal angezeigt.',
  saved: 'Gespeichert',
  code: 'Code',
  codeHint: '6 Ziffern der Authenticator-App oder ein Wiederherstellungscode',
  wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt. Bitte auf den nächsten warten.',
  needed: 'Diese Anmeldung braucht einen Code der Authenticator-App.',
  verify: 'Bestätigen',
  turnedOff: 'Bestätigung in zwei Schritten ausgeschaltet',
  confirmTitle: 'Identität bestätigen',
  confirmHow:
    'Diese Änderung betrifft den Zugang zum Konto oder Betrieb. Deshalb fragen wir noch einmal nach.',
  confirmByLogin: 'Für diese Änderung bitte ab- und wieder anmelden.',
  confirmExpired: 'Das hat zu lange gedauert. Bitte abbrechen und noch einmal versuchen.',
  usePasskey: 'Passkey verwenden',
  useCode: 'Code verwenden',
  wrongPassword: 'Dieses Passwort ist falsch.',
};
