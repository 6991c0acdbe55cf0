import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Aushang',
  intro: 'Ausdrucken oder für die Druckerei herunterladen.',
  campaign: 'Kampagne',
  launchFirst: 'Zuerst die Kampagne starten',
  launchFirstHow: 'Ein Entwurf hat keine Seite, die Kunden öffnen können.',
  scan: 'Mit der Handykamera scannen',
  signFor: (offer, shop) => `Aushang: ${offer} bei ${shop}`,
  notReachable: 'Kunden können die Adresse auf diesem Aushang noch nicht öffnen.',
  setAddress: 'Öffentliche Adresse festlegen',
  size: 'Größe',
  formats: {
    a5: 'A5 · Theke oder Wand',
    a6: 'A6 · Postkarte, neben der Kasse',
    a4: 'A4 · Wand oder Tür',
    tent: 'Tischaufsteller · A4, in der Mitte gefaltet',
    sticker: 'Fensteraufkleber · Quadratisch, 15 cm',
  },
  print: 'Aushang drucken',
  printAnyway: 'Trotzdem drucken',
};
