import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'E-mail',
  password: 'Hasło',
  passwordHint: 'Co najmniej 10 znaków. Kilka przypadkowych słów łatwo zapamiętać, a trudno odgadnąć.',
  showCharacters: 'Pokaż znaki',
  hideCharacters: 'Ukryj znaki',
  code: 'Kod',
  codeHint: email => `Wysłaliśmy 6 cyfr na adres ${email}. Są ważne przez 10 minut.`,
  codeSentAgain: 'Nowy kod jest w drodze',
  sendNewCode: 'Wyślij nowy kod',
  otherAddress: 'Użyj innego adresu e-mail',
  waiting: seconds =>
    plural(seconds, {
      one: 'Loguje się teraz wiele osób. Kolejna próba za # sekundę…',
      few: 'Loguje się teraz wiele osób. Kolejna próba za # sekundy…',
      many: 'Loguje się teraz wiele osób. Kolejna próba za # sekund…',
      other: 'Loguje się teraz wiele osób. Kolejna próba za # sekundy…',
    }),
};
