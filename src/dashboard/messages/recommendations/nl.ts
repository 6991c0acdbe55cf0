import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Aanbevelingen',
  none: 'Geen problemen gevonden.',
  priorities: {
    high: 'Hoge prioriteit',
    medium: 'Gemiddelde prioriteit',
    low: 'Lage prioriteit',
  },
  review: 'Inzendingen beoordelen',
  createDraft: 'Concept maken',
  apply: 'Toepassen',
  draftCreated: 'Concept gemaakt. Bekijk en start het.',
  applied: 'Aanbeveling toegepast',
  applyThis: 'Aanbeveling toepassen',
  draftHow: 'Maakt een concept dat alleen jij ziet.',
  changeHow: 'Wijzigt de campagne meteen.',
};
