import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Affiche',
  intro: 'Imprimez-la ou téléchargez-la pour un imprimeur.',
  campaign: 'Campagne',
  launchFirst: "Lancez d'abord la campagne",
  launchFirstHow: "Un brouillon n'a pas de page que les clients peuvent ouvrir.",
  scan: "Scannez avec l'appareil photo du téléphone",
  signFor: (offer, shop) => `Affiche : ${offer} chez ${shop}`,
  notReachable: "Les clients ne peuvent pas encore ouvrir l'adresse de cette affiche.",
  setAddress: "Définir l'adresse publique",
  size: 'Format',
  formats: {
    a5: 'A5 · Comptoir ou mur',
    a6: 'A6 · Carte postale, près de la caisse',
    a4: 'A4 · Mur ou porte',
    tent: 'Chevalet de table · A4, plié au milieu',
    sticker: 'Autocollant de vitrine · Carré, 15 cm',
  },
  print: "Imprimer l'affiche",
  printAnyway: 'Imprimer quand même',
};
