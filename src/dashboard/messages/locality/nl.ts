import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Tijdzone',
  timeThere: time => `Het is daar ${time}. Datums en cijfers volgen deze tijdzone.`,
  searchCity: 'Typ een stad om te zoeken, zoals Amsterdam.',
  language: 'Taal en notatie',
  languageHint: 'Voor klanten die er geen hebben gekozen, en in hun e-mails.',
  shopZone: zone => `De tijdzone van je winkel is ${zone}.`,
  changeZone: 'Tijdzone wijzigen',
  nowFollow: zone => `Datums en cijfers volgen nu ${zone}`,
  inUtc: zone => `Datums en cijfers van je winkel zijn in UTC. Dit apparaat staat op **${zone}**.`,
  useZone: 'Deze tijdzone gebruiken',
  keepUtc: 'UTC behouden',
  currency: 'Valuta',
  money: 'Geld',
  currencyHint: 'Van al je bedragen. De valuta ligt vast zodra een klant een beloning is beloofd of betaald.',
  usdRate: currency => `Eén Amerikaanse dollar in ${currency}`,
  usdRateHint:
    'Ongeveer. Gepubliceerde prijzen zijn in dollars; de planner en je cijfers gebruiken deze koers. Saldo’s worden nooit omgerekend.',
  country: 'Land',
  countryHint: 'Telefoonnummers kunnen dan zonder landnummer worden ingevoerd.',
  noCountry: 'Geen',
};
