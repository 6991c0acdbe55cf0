import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Strefa czasowa',
  timeThere: time => `Jest tam ${time}. Daty i wyniki są liczone w tej strefie.`,
  searchCity: 'Wpisz miasto, na przykład Warsaw.',
  language: 'Język i format',
  languageHint: 'Dla klientów, którzy żadnego nie wybrali, i w ich wiadomościach.',
  shopZone: zone => `Strefa czasowa sklepu to ${zone}.`,
  changeZone: 'Zmień strefę czasową',
  nowFollow: zone => `Daty i wyniki są teraz liczone w strefie ${zone}`,
  inUtc: zone => `Daty i wyniki sklepu są w UTC. To urządzenie jest w strefie **${zone}**.`,
  useZone: 'Użyj tej strefy czasowej',
  keepUtc: 'Zostaw UTC',
  currency: 'Waluta',
  money: 'Pieniądze',
  currencyHint: 'Wszystkich kwot. Nie można jej zmienić, gdy klientowi obiecano lub wypłacono nagrodę.',
  usdRate: currency => `Jeden dolar amerykański w ${currency}`,
  usdRateHint:
    'W przybliżeniu. Publikowane ceny są w dolarach; planer i wyniki przeliczają je po tym kursie. Salda nigdy nie są przeliczane.',
  country: 'Kraj',
  countryHint: 'Numery telefonów można wtedy wpisywać bez kierunkowego kraju.',
  noCountry: 'Brak',
};
