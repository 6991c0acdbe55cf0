import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Portfele w telefonach',
  ownersOnly: 'Tylko właściciele',
  intro:
    'Klienci mogą dodawać karty i kody do portfela w telefonie. Przycisk pojawia się na ich stronach po skonfigurowaniu portfela.',
  issuer: (id, email) => `Wystawca ${id}, podpis: ${email}`,
  changeAccount: 'Zmień konto',
  changeTheAccount: 'Zmiana konta',
  setUpGoogle: 'Skonfiguruj Google Wallet',
  googleDone: 'Skonfigurowano Google Wallet',
  issuerId: 'Identyfikator wystawcy',
  issuerIdHint: 'Z Google Pay & Wallet Console.',
  keyFile: 'Plik klucza konta usługi',
  keyFileHint: 'Wklej cały plik JSON. Jest przechowywany zaszyfrowany i nie będzie więcej pokazany.',
  saveGoogle: 'Zapisz Google Wallet',
  appleAccount: (passType, team, date) => `${passType} zespołu ${team}, ważny do ${date}`,
  changeCertificate: 'Zmień certyfikat',
  changeTheCertificate: 'Zmiana certyfikatu',
  setUpApple: 'Skonfiguruj Apple Wallet',
  appleDone: 'Skonfigurowano Apple Wallet',
  certificate: 'Certyfikat typu karty',
  certificateHint: 'W formacie PEM, z konta programisty Apple.',
  privateKey: 'Klucz prywatny',
  privateKeyHint: 'W formacie PEM, bez hasła. Jest przechowywany zaszyfrowany i nie będzie więcej pokazany.',
  wwdr: 'Certyfikat pośredni Apple (WWDR)',
  wwdrHint: 'W formacie PEM, ten, który wystawił twój certyfikat.',
  saveApple: 'Zapisz Apple Wallet',
  removed: name => `Usunięto ${name}`,
  remove: 'Usuń',
  removeTitle: name => `Usunąć ${name}?`,
  removeHow: 'Klienci nie mogą już dodawać kart. Karty w telefonach zostaną, ale nie będą aktualizowane.',
  guide: 'Więcej w przewodniku',
  googleIntro: 'To nic nie kosztuje i trwa około 20 minut. Potrzebne jest konto Google.',
  google: {
    console:
      'Otwórz [Google Pay & Wallet Console], zarejestruj się jako wystawca i skopiuj **identyfikator wystawcy** z Google Wallet API.',
    key: 'W [Google Cloud Console] utwórz projekt, włącz Google Wallet API, utwórz konto usługi i pobierz **klucz w JSON**.',
    user: 'W pierwszej konsoli dodaj adres e-mail konta usługi w Users, jako programistę.',
    paste: 'Wpisz identyfikator wystawcy i wklej plik poniżej.',
  },
  appleIntro: 'Potrzebne są płatne konto programisty Apple i ktoś, kto zna się na certyfikatach.',
  apple: {
    identifier: 'Na [koncie programisty] utwórz identyfikator typu **Pass Type ID**.',
    certificate: (file, exportCertificate, exportKey) =>
      `Utwórz jego certyfikat i wyeksportuj go z kluczem jako \`${file}\`. Przekształć oba do PEM: \`${exportCertificate}\` i \`${exportKey}\`.`,
    wwdr: command =>
      `Pobierz [certyfikat WWDR], który wystawił twój, i przekształć go poleceniem \`${command}\`.`,
    paste: 'Wklej wszystkie trzy poniżej.',
  },
};
