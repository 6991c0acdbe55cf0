import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint:
    'Mindestens 10 Zeichen. Mehrere zufällige Wörter sind leicht zu merken und schwer zu erraten.',
  showCharacters: 'Zeichen anzeigen',
  hideCharacters: 'Zeichen verbergen',
  code: 'Code',
  codeHint: email => `Wir haben 6 Ziffern an ${email} geschickt. Sie gelten 10 Minuten.`,
  codeSentAgain: 'Ein neuer Code ist unterwegs',
  sendNewCode: 'Neuen Code senden',
  otherAddress: 'Andere E-Mail-Adresse verwenden',
  waiting: seconds =>
    plural(seconds, {
      one: 'Gerade melden sich viele Leute an. Neuer Versuch in # Sekunde …',
      other: 'Gerade melden sich viele Leute an. Neuer Versuch in # Sekunden …',
    }),
};
