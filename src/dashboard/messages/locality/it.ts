import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Fuso orario',
  timeThere: time => `Lì sono le ${time}. Date e dati seguono questo fuso.`,
  searchCity: 'Scrivi una città per cercare, per esempio Roma.',
  language: 'Lingua e formato',
  languageHint: 'Per i clienti che non ne hanno scelta una, e nelle loro email.',
  shopZone: zone => `Il fuso orario del negozio è ${zone}.`,
  changeZone: 'Cambia fuso orario',
  nowFollow: zone => `Date e dati seguono ora ${zone}`,
  inUtc: zone => `Date e dati del negozio sono in UTC. Questo dispositivo è in **${zone}**.`,
  useZone: 'Usa questo fuso orario',
  keepUtc: 'Mantieni UTC',
  currency: 'Valuta',
  money: 'Denaro',
  currencyHint:
    'Di tutti i tuoi importi. Diventa fissa quando un premio è stato promesso o pagato a un cliente.',
  usdRate: currency => `Un dollaro statunitense in ${currency}`,
  usdRateHint:
    'Circa. I prezzi pubblicati sono in dollari; il pianificatore e i tuoi dati usano questo cambio. I saldi non vengono mai convertiti.',
  country: 'Paese',
  countryHint: 'Così i numeri di telefono si scrivono senza prefisso internazionale.',
  noCountry: 'Nessuno',
};
