import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Rapport de caisse',
  intro: 'Ce qui a été fait à la caisse, par personne et par lieu.',
  allPlaces: 'Tous les lieux',
  place: 'Lieu',
  noPlace: 'Aucun lieu',
  counts: {
    visits: 'Visites',
    stamps: 'Tampons',
    purchases: 'Achats',
    redemptions: 'Utilisées',
    reinstatements: 'Utilisations annulées',
    refunds: 'Remboursés',
    shopOrders: 'Achetés avec des points',
    cancellations: 'Achats avec des points annulés',
  },
  none: 'Aucune activité de caisse sur cette période',
  noneHow: 'Les visites, achats et utilisations apparaissent ici.',
  incomplete: 'Seules les actions les plus récentes sont comptées. Choisissez une période plus courte.',
  redemptions: 'Utilisations',
  refunds: 'Remboursements',
  byPerson: 'Par personne et par lieu',
  download: 'Télécharger le CSV',
  visitsHow:
    'Un achat compte comme visite s’il a été enregistré avec un tampon. Les tampons annulés ne comptent pas.',
  table: 'Activité de caisse par personne et par lieu',
  person: 'Personne',
  apiKey: 'Clé API',
  system: 'Système',
  removedUser: 'Utilisateur supprimé',
};
