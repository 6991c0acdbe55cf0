import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Empfehlungen',
  none: 'Nichts zu verbessern.',
  priorities: {
    high: 'Hohe Priorität',
    medium: 'Mittlere Priorität',
    low: 'Niedrige Priorität',
  },
  review: 'Einreichungen prüfen',
  createDraft: 'Entwurf erstellen',
  apply: 'Anwenden',
  draftCreated: 'Entwurf erstellt. Prüfen und starten Sie ihn.',
  applied: 'Empfehlung angewendet',
  applyThis: 'Empfehlung anwenden',
  draftHow: 'Erstellt einen Entwurf, den nur Sie sehen.',
  changeHow: 'Ändert die Kampagne sofort.',
};
