import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Passkeys',
  passkeysHow: 'Mit Fingerabdruck, Gesicht oder Displaysperre anmelden, ohne Passwort oder Code.',
  addPasskey: 'Passkey hinzufügen',
  passkeyAdded: 'Passkey hinzugefügt',
  passkeyRemoved: 'Passkey entfernt',
  rename: 'Umbenennen',
  remove: 'Entfernen',
  name: 'Name',
  added: 'hinzugefügt',
  lastUsed: 'Zuletzt benutzt',
  needsAddress:
    'Passkeys brauchen eine Adresse mit Namen und https, etwa https://perks.example. Dieser Server hat noch keine.',
  needsHost: host => `Für Passkeys diese Seite unter ${host} öffnen.`,
  notSupported: 'Dieser Browser unterstützt keine Passkeys.',
  passkeyFailed: 'Der Passkey wurde nicht benutzt. Noch einmal versuchen oder einen anderen Weg wählen.',
  logInWithPasskey: 'Mit Passkey anmelden',
};
