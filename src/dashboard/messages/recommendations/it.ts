import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Consigli',
  none: 'Nessun problema trovato.',
  priorities: {
    high: 'Priorità alta',
    medium: 'Priorità media',
    low: 'Priorità bassa',
  },
  review: 'Controlla gli invii',
  createDraft: 'Crea bozza',
  apply: 'Applica',
  draftCreated: 'Bozza creata. Controllala e avviala.',
  applied: 'Consiglio applicato',
  applyThis: 'Applica il consiglio',
  draftHow: 'Crea una bozza che vedi solo tu.',
  changeHow: 'Modifica subito la campagna.',
};
