/** The country, time zone, language and currency of a shop. */
export const messages = {
  timeZone: 'Time zone',
  timeThere: (time: string) => `It is ${time} there. Dates and figures follow it.`,
  searchCity: 'Type a city to search, such as Berlin.',
  language: 'Language and format',
  languageHint: 'For customers who have chosen none, and in their mails.',
  shopZone: (zone: string) => `Your shop's time zone is ${zone}.`,
  changeZone: 'Change time zone',
  nowFollow: (zone: string) => `Dates and figures now follow ${zone}`,
  inUtc: (zone: string) => `Dates and figures of your shop are in UTC. This device is in **${zone}**.`,
  useZone: 'Use this time zone',
  keepUtc: 'Keep UTC',
  currency: 'Currency',
  money: 'Money',
  currencyHint: 'Of all your amounts. It is fixed once a customer was promised or paid a reward.',
  usdRate: (currency: string) => `One US dollar in ${currency}`,
  usdRateHint:
    'About. Published prices are in US dollars; the planner and your figures read them with this rate. Balances are never converted.',
  country: 'Country',
  countryHint: 'Phone numbers can then be typed without a country code.',
  noCountry: 'None',
};
export type Messages = typeof messages;
