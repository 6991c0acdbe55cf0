import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Systèmes de vente',
  ownersOnly: 'Réservé aux propriétaires',
  intro:
    'Les commandes de la boutique en ligne ou de la caisse rapportent cashback, points et tampons ; les remboursements reprennent leur part.',
  showOrdersOf: name => `Afficher les commandes de ${name}`,
  showOrders: 'Afficher les commandes',
  changeOf: name => `Modifier ${name}`,
  change: 'Modifier',
  finishOf: name => `Terminer ou modifier ${name}`,
  setUpOf: name => `Configurer ${name}`,
  program: 'Programme',
  secret: 'Secret',
  secretSet: 'Défini',
  secretMissing: 'Manquant : les webhooks sont refusés',
  lastReceived: 'Dernière réception',
  nothingYet: 'Rien pour l’instant',
  lastRefused: 'Dernier refusé',
  refusals: {
    INVALID_SIGNATURE: 'la signature ne correspond pas : vérifiez le secret',
    TIMESTAMP_EXPIRED: "l'heure de la signature s'écarte de plus de 5 minutes",
  },
  lastIgnored: 'Dernier ignoré',
  ignored: 'ni commande payée ni remboursement : vérifiez les événements choisis',
  saved: name => `${name} enregistré`,
  enterUrl: 'Saisissez maintenant l’URL dans le système de vente',
  programFirst: 'Créez d’abord un programme qui comptera les commandes.',
  countingProgram: 'Programme qui compte les commandes',
  secretHint: 'Chiffré et plus jamais affiché.',
  saveOf: name => `Enregistrer ${name}`,
  getUrl: 'Obtenir l’URL',
  removed: name => `${name} supprimé`,
  removeOf: name => `Supprimer ${name}`,
  remove: 'Supprimer',
  removeTitle: name => `Supprimer ${name} ?`,
  removeHow:
    'Son URL cesse de fonctionner et les acheteurs des commandes en attente sont oubliés. Les gains des membres restent.',
  statuses: {
    waiting: 'En attente',
    parked: 'Mise de côté',
    credited: 'Créditée',
    refused: 'Refusée',
    canceled: 'Annulée',
  },
  all: 'Toutes',
  ordersFrom: name => `Commandes de ${name}`,
  status: 'État',
  noMatch: 'Aucune commande correspondante',
  none: 'Aucune commande pour l’instant',
  order: 'Commande',
  member: 'Membre',
  amount: 'Montant',
  refunded: 'Remboursé',
  date: 'Date',
  actions: 'Actions',
  retryOf: order => `Retenter la commande ${order}`,
  retry: 'Retenter',
  counted: 'Commande comptée',
  memberId: 'ID du membre',
  memberIdHint: 'Laissez vide pour chercher de nouveau l’acheteur.',
  retryOrder: 'Retenter la commande',
  guide: 'En savoir plus dans le guide',
  steps: {
    shopify: {
      where:
        'Dans Shopify, ouvrez **Settings, Notifications, Webhooks** et créez deux webhooks au format JSON avec cette URL.',
      events: 'Choisissez l’événement **Order payment** pour l’un et **Refund create** pour l’autre.',
      secret: 'Copiez le texte qui suit “Your webhooks will be signed with” dans le champ ci-dessous.',
    },
    woocommerce: {
      where:
        'Dans WordPress, ouvrez **WooCommerce, Settings, Advanced, Webhooks** et ajoutez deux webhooks actifs avec cette URL de livraison.',
      events: 'Choisissez le sujet **Order created** pour l’un et **Order updated** pour l’autre.',
      secret: 'Inventez un long secret et saisissez-le là-bas, dans les deux webhooks, et ci-dessous.',
    },
    square: {
      where:
        'Dans la Square Developer Console, ouvrez votre application, puis **Webhooks, Subscriptions**, et ajoutez un abonnement avec cette URL.',
      events: 'Choisissez les événements **payment.updated** et **refund.updated**.',
      secret: 'Ouvrez l’abonnement, affichez sa clé de signature et copiez-la dans le champ ci-dessous.',
    },
    stripe: {
      where:
        'Dans le tableau de bord Stripe, ouvrez **Developers, Webhooks** et ajoutez une destination avec cette URL.',
      events:
        'Choisissez les événements **checkout.session.completed**, **charge.succeeded** et **charge.refunded**.',
      secret:
        'Affichez le secret de signature, qui commence par whsec_, et copiez-le dans le champ ci-dessous.',
    },
  },
};
