import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Recommandations',
  none: 'Aucun problème trouvé.',
  priorities: {
    high: 'Priorité haute',
    medium: 'Priorité moyenne',
    low: 'Priorité basse',
  },
  review: 'Vérifier les preuves',
  createDraft: 'Créer un brouillon',
  apply: 'Appliquer',
  draftCreated: 'Brouillon créé. Vérifiez-le et lancez-le.',
  applied: 'Recommandation appliquée',
  applyThis: 'Appliquer la recommandation',
  draftHow: 'Crée un brouillon visible par vous seul.',
  changeHow: 'Modifie la campagne immédiatement.',
};
