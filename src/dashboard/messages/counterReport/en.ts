/** The counter report: figures by person and place. */
export const messages = {
  title: 'Counter report',
  intro: 'What was done at the counter, by person and place.',
  allPlaces: 'All places',
  place: 'Place',
  noPlace: 'No place',
  counts: {
    visits: 'Visits',
    stamps: 'Stamps',
    purchases: 'Purchases',
    redemptions: 'Redeemed',
    reinstatements: 'Redemptions undone',
    refunds: 'Refunded',
    shopOrders: 'Bought with points',
    cancellations: 'Purchases with points canceled',
  },
  none: 'No counter activity in this period',
  noneHow: 'Visits, purchases and redemptions appear here.',
  incomplete: 'Only the newest actions are counted. Choose a shorter period.',
  redemptions: 'Redemptions',
  refunds: 'Refunds',
  byPerson: 'By person and place',
  download: 'Download CSV',
  visitsHow:
    'A purchase counts as a visit if it was recorded with a stamp. Stamps that were undone are not counted.',
  table: 'Counter activity by person and place',
  person: 'Person',
  apiKey: 'API key',
  system: 'System',
  removedUser: 'Removed user',
};
export type Messages = typeof messages;
