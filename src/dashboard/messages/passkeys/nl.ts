import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Passkeys',
  passkeysHow: 'Meld je aan met vingerafdruk, gezicht of schermvergrendeling, zonder wachtwoord of code.',
  addPasskey: 'Passkey toevoegen',
  passkeyAdded: 'Passkey toegevoegd',
  passkeyRemoved: 'Passkey verwijderd',
  rename: 'Naam wijzigen',
  remove: 'Verwijderen',
  name: 'Naam',
  added: 'toegevoegd',
  lastUsed: 'Laatst gebruikt',
  needsAddress:
    'Passkeys hebben een adres met een naam en https nodig, zoals https://perks.example. Deze server heeft dat nog niet.',
  needsHost: host => `Open deze pagina op ${host} om passkeys te gebruiken.`,
  notSupported: 'Deze browser ondersteunt geen passkeys.',
  passkeyFailed: 'De passkey is niet gebruikt. Probeer het opnieuw of kies een andere manier.',
  logInWithPasskey: 'Aanmelden met een passkey',
};
