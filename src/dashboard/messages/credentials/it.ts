import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'Email',
  password: 'Password',
  passwordHint: 'Almeno 10 caratteri. Più parole casuali sono facili da ricordare e difficili da indovinare.',
  showCharacters: 'Mostra caratteri',
  hideCharacters: 'Nascondi caratteri',
  code: 'Codice',
  codeHint: email => `Abbiamo inviato 6 cifre a ${email}. Valgono per 10 minuti.`,
  codeSentAgain: 'Un nuovo codice è in arrivo',
  sendNewCode: 'Invia un nuovo codice',
  otherAddress: 'Usa un altro indirizzo email',
  waiting: seconds =>
    plural(seconds, {
      one: 'Molte persone stanno accedendo. Nuovo tentativo tra # secondo…',
      other: 'Molte persone stanno accedendo. Nuovo tentativo tra # secondi…',
    }),
};
