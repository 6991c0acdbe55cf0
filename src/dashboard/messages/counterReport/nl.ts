import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Kassarapport',
  intro: 'Wat er aan de kassa is gedaan, per persoon en locatie.',
  allPlaces: 'Alle locaties',
  place: 'Locatie',
  noPlace: 'Geen locatie',
  counts: {
    visits: 'Bezoeken',
    stamps: 'Stempels',
    purchases: 'Aankopen',
    redemptions: 'Ingewisseld',
    reinstatements: 'Inwisselingen ongedaan gemaakt',
    refunds: 'Terugbetaald',
    shopOrders: 'Gekocht met punten',
    cancellations: 'Geannuleerde aankopen met punten',
  },
  none: 'Geen kassa-activiteit in deze periode',
  noneHow: 'Bezoeken, aankopen en inwisselingen verschijnen hier.',
  incomplete: 'Alleen de nieuwste acties zijn geteld. Kies een kortere periode.',
  redemptions: 'Inwisselingen',
  refunds: 'Terugbetalingen',
  byPerson: 'Per persoon en locatie',
  download: 'CSV downloaden',
  visitsHow:
    'Een aankoop telt als bezoek als die met een stempel is vastgelegd. Ongedaan gemaakte stempels tellen niet.',
  table: 'Kassa-activiteit per persoon en locatie',
  person: 'Persoon',
  apiKey: 'API-sleutel',
  system: 'Systeem',
  removedUser: 'Verwijderde gebruiker',
};
