/** Passkeys. */
export const messages = {
  passkeys: 'Passkeys',
  passkeysHow: 'Log in with your fingerprint, face or screen lock, without a password or code.',
  addPasskey: 'Add a passkey',
  passkeyAdded: 'Passkey added',
  passkeyRemoved: 'Passkey removed',
  rename: 'Rename',
  remove: 'Remove',
  name: 'Name',
  added: 'added',
  lastUsed: 'Last used',
  needsAddress:
    'Passkeys need an address with a name and https, such as https://perks.example. This server does not have one yet.',
  needsHost: (host: string) => `Open this page at ${host} to use passkeys.`,
  notSupported: 'This browser does not support passkeys.',
  passkeyFailed: 'The passkey was not used. Try again, or choose another way.',
  logInWithPasskey: 'Log in with a passkey',
};
export type Messages = typeof messages;
