import { plural } from '../text.ts';

/** The second factor of an account. */
export const messages = {
  title: 'Two-step verification',
  off: 'Ask for a code of an authenticator app on your phone at each login.',
  required: 'Owners and admins of this installation need a second factor. Set it up to continue.',
  setUp: 'Set up authenticator app',
  scan: 'Scan this QR code with an authenticator app, or type the key. Then enter the 6 digits that the app shows.',
  qr: 'QR code for the authenticator app',
  turnOn: 'Turn on',
  on: 'Logging in requires a code of your authenticator app.',
  codesLeft: (count: number) =>
    plural(count, { one: '# recovery code left', other: '# recovery codes left' }),
  newCodes: 'New recovery codes',
  turnOff: 'Turn off',
  codesTitle: 'Your recovery codes',
  codesHint:
    "Each code works once if you lose your phone. Store them in a safe place; you won't see them again.",
  saved: "I've saved them",
  code: 'Code',
  codeHint: '6 digits of your authenticator app, or a recovery code',
  wrongCode: 'This code is incorrect or was used before. Wait for the next one.',
  needed: 'This login needs a code of your authenticator app.',
  verify: 'Verify',
  turnedOff: 'Two-step verification turned off',
  confirmTitle: "Confirm that it's you",
  confirmHow: 'This change affects access to your account or business, so we ask who you are.',
  confirmByLogin: 'Log out and log in again to make this change.',
  confirmExpired: 'This took too long. Cancel, and try again.',
  usePasskey: 'Use a passkey',
  useCode: 'Use a code',
  wrongPassword: 'This password is incorrect.',
};
export type Messages = typeof messages;
