import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Rekomendacje',
  none: 'Nie znaleziono problemów.',
  priorities: {
    high: 'Wysoki priorytet',
    medium: 'Średni priorytet',
    low: 'Niski priorytet',
  },
  review: 'Sprawdź zgłoszenia',
  createDraft: 'Utwórz szkic',
  apply: 'Zastosuj',
  draftCreated: 'Utworzono szkic. Sprawdź go i uruchom.',
  applied: 'Zastosowano rekomendację',
  applyThis: 'Zastosuj rekomendację',
  draftHow: 'Tworzy szkic widoczny tylko dla ciebie.',
  changeHow: 'Zmienia kampanię od razu.',
};
