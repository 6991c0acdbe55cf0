import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Poster',
  intro: 'Print hem of download hem voor een drukkerij.',
  campaign: 'Campagne',
  launchFirst: 'Start eerst de campagne',
  launchFirstHow: 'Een concept heeft geen pagina die klanten kunnen openen.',
  scan: 'Scan met je telefooncamera',
  signFor: (offer, shop) => `Poster: ${offer} bij ${shop}`,
  notReachable: 'Klanten kunnen het adres op deze poster nog niet openen.',
  setAddress: 'Openbaar adres instellen',
  size: 'Formaat',
  formats: {
    a5: 'A5 · Toonbank of muur',
    a6: 'A6 · Ansichtkaart, naast de kassa',
    a4: 'A4 · Muur of deur',
    tent: 'Tafelkaart · A4, in het midden gevouwen',
    sticker: 'Raamsticker · Vierkant, 15 cm',
  },
  print: 'Poster printen',
  printAnyway: 'Toch printen',
};
