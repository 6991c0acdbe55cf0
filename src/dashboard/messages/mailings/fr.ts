import type { Messages } from './en.ts';

export const messages: Messages = {
  kinds: {
    'submission.decided': 'Décision sur une preuve',
    'reward.issued': 'Nouvelle récompense',
    'reward.expiring': 'Récompense bientôt expirée',
    'cashback.available': 'Cashback disponible à présent',
    'tier.reached': 'Nouveau niveau',
    'order.filled': 'Ordre exécuté',
    'business.weekly': 'Lettre hebdomadaire',
  },
  stateNames: {
    waiting: 'En attente',
    sending: 'En cours d’envoi',
    sent: 'Envoyé',
    failed: 'Échec',
    skipped: 'Non envoyé',
  },
  reasons: {
    noMailServer: 'Aucun serveur de messagerie',
    optedOut: 'Désactivé',
    noRecipient: 'Aucun destinataire',
  },
  all: 'Tous',
  sentTo: address => `Envoyé à ${address}`,
  look: 'Apparence des e-mails',
  ownersOnly: 'Propriétaires seulement',
  lookHow:
    'Les e-mails portent le nom, le logo et la couleur de la boutique. Ceux-ci contiennent des exemples.',
  mail: 'E-mail',
  from: address => `de ${address}`,
  textVersion: 'Texte pour les messageries sans HTML',
  sendTest: 'M’envoyer un test',
  preview: 'Aperçu de l’e-mail',
  last90: 'E-mails des 90 derniers jours',
  state: 'État',
  noMatch: 'Aucun e-mail correspondant',
  none: 'Aucun e-mail pour l’instant',
  mails: 'E-mails',
  subject: 'Objet',
  to: 'À',
  created: 'Créé',
};
