import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'E-mail',
  password: 'Wachtwoord',
  passwordHint:
    'Minimaal 10 tekens. Een paar willekeurige woorden zijn makkelijk te onthouden en moeilijk te raden.',
  showCharacters: 'Tekens tonen',
  hideCharacters: 'Tekens verbergen',
  code: 'Code',
  codeHint: email => `We hebben 6 cijfers naar ${email} gestuurd. Ze zijn 10 minuten geldig.`,
  codeSentAgain: 'Er is een nieuwe code onderweg',
  sendNewCode: 'Nieuwe code sturen',
  otherAddress: 'Ander e-mailadres gebruiken',
  waiting: seconds =>
    plural(seconds, {
      one: 'Veel mensen loggen nu in. Nieuwe poging over # seconde…',
      other: 'Veel mensen loggen nu in. Nieuwe poging over # seconden…',
    }),
};
