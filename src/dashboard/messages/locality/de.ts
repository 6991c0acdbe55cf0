import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Zeitzone',
  timeThere: time => `Dort ist es ${time}. Datumsangaben und Zahlen richten sich danach.`,
  searchCity: 'Zum Suchen eine Stadt eingeben, zum Beispiel Berlin.',
  language: 'Sprache und Format',
  languageHint: 'Für Kunden, die keine gewählt haben, und in ihren E-Mails.',
  shopZone: zone => `Die Zeitzone des Ladens ist ${zone}.`,
  changeZone: 'Zeitzone ändern',
  nowFollow: zone => `Datumsangaben und Zahlen folgen jetzt ${zone}`,
  inUtc: zone => `Datumsangaben und Zahlen des Ladens sind in UTC. Dieses Gerät ist in **${zone}**.`,
  useZone: 'Diese Zeitzone verwenden',
  keepUtc: 'Bei UTC bleiben',
  currency: 'Währung',
  money: 'Geld',
  currencyHint:
    'Für alle Beträge. Sie steht fest, sobald einem Kunden eine Prämie versprochen oder gezahlt wurde.',
  usdRate: currency => `Ein US-Dollar in ${currency}`,
  usdRateHint:
    'Ungefähr. Veröffentlichte Preise sind in US-Dollar; der Planer und die Zahlen rechnen sie damit um. Guthaben werden nie umgerechnet.',
  country: 'Land',
  countryHint: 'Telefonnummern lassen sich dann ohne Landesvorwahl eingeben.',
  noCountry: 'Keins',
};
