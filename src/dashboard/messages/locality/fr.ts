import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Fuseau horaire',
  timeThere: time => `Il y est ${time}. Les dates et les chiffres suivent ce fuseau.`,
  searchCity: 'Saisissez une ville pour la rechercher, par exemple Paris.',
  language: 'Langue et format',
  languageHint: 'Pour les clients qui n’en ont pas choisi, et dans leurs e-mails.',
  shopZone: zone => `Le fuseau horaire de la boutique est ${zone}.`,
  changeZone: 'Changer de fuseau horaire',
  nowFollow: zone => `Les dates et les chiffres suivent maintenant ${zone}`,
  inUtc: zone => `Les dates et les chiffres de la boutique sont en UTC. Cet appareil est en **${zone}**.`,
  useZone: 'Utiliser ce fuseau horaire',
  keepUtc: 'Garder UTC',
  currency: 'Devise',
  money: 'Argent',
  currencyHint:
    'De tous vos montants. Elle est fixée dès qu’une récompense a été promise ou versée à un client.',
  usdRate: currency => `Un dollar américain en ${currency}`,
  usdRateHint:
    'Environ. Les prix publiés sont en dollars ; le planificateur et vos chiffres les lisent à ce taux. Les soldes ne sont jamais convertis.',
  country: 'Pays',
  countryHint: 'Les numéros de téléphone peuvent alors être saisis sans indicatif.',
  noCountry: 'Aucun',
};
