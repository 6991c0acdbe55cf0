import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Kassenbericht',
  intro: 'Was an der Kasse geschah, nach Person und Standort.',
  allPlaces: 'Alle Standorte',
  place: 'Standort',
  noPlace: 'Kein Standort',
  counts: {
    visits: 'Besuche',
    stamps: 'Stempel',
    purchases: 'Einkäufe',
    redemptions: 'Eingelöst',
    reinstatements: 'Zurückgenommene Einlösungen',
    refunds: 'Erstattet',
    shopOrders: 'Mit Punkten gekauft',
    cancellations: 'Stornierte Käufe mit Punkten',
  },
  none: 'Keine Vorgänge an der Kasse in diesem Zeitraum',
  noneHow: 'Besuche, Einkäufe und Einlösungen erscheinen hier.',
  incomplete: 'Nur die neuesten Vorgänge sind gezählt. Wählen Sie einen kürzeren Zeitraum.',
  redemptions: 'Einlösungen',
  refunds: 'Erstattungen',
  byPerson: 'Nach Person und Standort',
  download: 'CSV herunterladen',
  visitsHow:
    'Ein Einkauf zählt als Besuch, wenn er mit einem Stempel erfasst wurde. Zurückgenommene Stempel zählen nicht.',
  table: 'Vorgänge an der Kasse nach Person und Standort',
  person: 'Person',
  apiKey: 'API-Schlüssel',
  system: 'System',
  removedUser: 'Entfernter Nutzer',
};
