import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Premiers pas',
  done: 'Fait',
  steps: {
    look: {
      title: 'Ajoutez votre logo et votre couleur',
      how: 'Ils apparaissent sur la page de votre boutique, ses affiches et ses e-mails.',
      label: 'Continuer la configuration',
    },
    create: {
      title: 'Créez une campagne',
      how: "Définissez ce que les clients publient et la récompense qu'ils reçoivent.",
      label: 'Créer une campagne',
    },
    launch: {
      title: 'Lancez-la',
      how: "Les clients peuvent participer dès qu'elle est lancée.",
      label: 'Voir les brouillons',
    },
    reach: {
      title: 'Soyez joignable par vos clients',
      how: "Pour l'instant, vos codes QR et vos liens ne fonctionnent que sur cet ordinateur ou votre réseau.",
      label: "Définir l'adresse publique",
    },
    share: {
      title: 'Partagez-la',
      how: "Imprimez l'affiche pour votre comptoir ou envoyez le lien. Participez vous-même pour l'essayer.",
      label: 'Partager la campagne',
    },
    review: {
      title: 'Vérifiez votre première participation',
      how: "Une participation est la publication qu'un client vous montre. Elle apparaît dans Vérifications.",
      label: 'Vérifier les participations',
    },
    redeem: {
      title: 'Validez votre premier code',
      how: 'Saisissez le code que le client vous montre.',
      label: 'Valider un code',
    },
  },
};
