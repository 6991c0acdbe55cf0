import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Klucze dostępu',
  passkeysHow: 'Loguj się odciskiem palca, twarzą lub blokadą ekranu, bez hasła i kodu.',
  addPasskey: 'Dodaj klucz dostępu',
  passkeyAdded: 'Dodano klucz dostępu',
  passkeyRemoved: 'Usunięto klucz dostępu',
  rename: 'Zmień nazwę',
  remove: 'Usuń',
  name: 'Nazwa',
  added: 'dodano',
  lastUsed: 'Ostatnio użyto',
  needsAddress:
    'Klucze dostępu wymagają adresu z nazwą i https, np. https://perks.example. Ten serwer jeszcze go nie ma.',
  needsHost: host => `Otwórz tę stronę pod adresem ${host}, aby używać kluczy dostępu.`,
  notSupported: 'Ta przeglądarka nie obsługuje kluczy dostępu.',
  passkeyFailed: 'Klucz dostępu nie został użyty. Spróbuj ponownie lub wybierz inny sposób.',
  logInWithPasskey: 'Zaloguj się kluczem dostępu',
};
