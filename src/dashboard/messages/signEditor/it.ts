import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Locandina',
  intro: 'Stampala o scaricala per una tipografia.',
  campaign: 'Campagna',
  launchFirst: 'Prima avvia la campagna',
  launchFirstHow: 'Una bozza non ha una pagina che i clienti possono aprire.',
  scan: 'Inquadra con la fotocamera',
  signFor: (offer, shop) => `Locandina: ${offer} da ${shop}`,
  notReachable: "I clienti non possono ancora aprire l'indirizzo di questa locandina.",
  setAddress: 'Imposta indirizzo pubblico',
  size: 'Formato',
  formats: {
    a5: 'A5 · Bancone o parete',
    a6: 'A6 · Cartolina, accanto alla cassa',
    a4: 'A4 · Parete o porta',
    tent: 'Cavaliere da tavolo · A4, piegato a metà',
    sticker: 'Vetrofania · Quadrata, 15 cm',
  },
  print: 'Stampa locandina',
  printAnyway: 'Stampa comunque',
};
