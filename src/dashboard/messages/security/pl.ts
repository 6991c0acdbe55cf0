import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Weryfikacja dwuetapowa',
  off: 'Wymagaj przy każdym logowaniu kodu z aplikacji uwierzytelniającej w telefonie.',
  required:
    'Właściciele i administratorzy tej instalacji potrzebują drugiego składnika. Skonfiguruj go, aby kontynuować.',
  setUp: 'Skonfiguruj aplikację',
  scan: 'Zeskanuj ten kod QR aplikacją uwierzytelniającą lub wpisz klucz. Potem podaj 6 cyfr z aplikacji.',
  qr: 'Kod QR dla aplikacji uwierzytelniającej',
  turnOn: 'Włącz',
  on: 'Logowanie wymaga kodu z aplikacji uwierzytelniającej.',
  codesLeft: count =>
    plural(count, {
      one: 'Pozostał # kod odzyskiwania',
      few: 'Pozostały # kody odzyskiwania',
      many: 'Pozostało # kodów odzyskiwania',
      other: 'Pozostało # kodu odzyskiwania',
    }),
  newCodes: 'Nowe kody odzyskiwania',
  turnOff: 'Wyłącz',
  codesTitle: 'Twoje kody odzyskiwania',
  codesHint:
    'Każdy kod działa raz, gdy zgubisz telefon. Przechowuj je w bezpiecznym miejscu; nie pokażemy ich ponownie.',
  saved: 'Zapisane',
  code: 'Kod',
  codeHint: '6 cyfr z aplikacji uwierzytelniającej lub kod odzyskiwania',
  wrongCode: 'Ten kod jest nieprawidłowy lub został już użyty. Poczekaj na następny.',
  needed: 'To logowanie wymaga kodu z aplikacji uwierzytelniającej.',
  verify: 'Potwierdź',
  turnedOff: 'Weryfikacja dwuetapowa wyłączona',
  confirmTitle: 'Potwierdź swoją tożsamość',
  confirmHow: 'Ta zmiana dotyczy dostępu do konta lub firmy, dlatego pytamy, kim jesteś.',
  confirmByLogin: 'Wyloguj się i zaloguj ponownie, aby wprowadzić tę zmianę.',
  confirmExpired: 'Trwało to zbyt długo. Anuluj i spróbuj ponownie.',
  usePasskey: 'Użyj klucza dostępu',
  useCode: 'Użyj kodu',
  wrongPassword: 'To hasło jest nieprawidłowe.',
};
