import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Plakat',
  intro: 'Wydrukuj go lub pobierz dla drukarni.',
  campaign: 'Kampania',
  launchFirst: 'Najpierw uruchom kampanię',
  launchFirstHow: 'Szkic nie ma strony, którą mogą otworzyć klienci.',
  scan: 'Zeskanuj aparatem w telefonie',
  signFor: (offer, shop) => `Plakat: ${offer}, ${shop}`,
  notReachable: 'Klienci nie mogą jeszcze otworzyć adresu z tego plakatu.',
  setAddress: 'Ustaw adres publiczny',
  size: 'Rozmiar',
  formats: {
    a5: 'A5 · Lada lub ściana',
    a6: 'A6 · Pocztówka obok kasy',
    a4: 'A4 · Ściana lub drzwi',
    tent: 'Stojak na stół · A4, złożony na pół',
    sticker: 'Naklejka na szybę · Kwadrat, 15 cm',
  },
  print: 'Drukuj plakat',
  printAnyway: 'Drukuj mimo to',
};
