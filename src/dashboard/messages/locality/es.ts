import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Zona horaria',
  timeThere: time => `Allí son las ${time}. Las fechas y las cifras siguen esta zona.`,
  searchCity: 'Escribe una ciudad para buscar, por ejemplo, Madrid.',
  language: 'Idioma y formato',
  languageHint: 'Para los clientes que no han elegido ninguno, y en sus correos.',
  shopZone: zone => `La zona horaria de tu tienda es ${zone}.`,
  changeZone: 'Cambiar zona horaria',
  nowFollow: zone => `Las fechas y las cifras siguen ahora ${zone}`,
  inUtc: zone => `Las fechas y las cifras de tu tienda están en UTC. Este dispositivo está en **${zone}**.`,
  useZone: 'Usar esta zona horaria',
  keepUtc: 'Mantener UTC',
  currency: 'Moneda',
  money: 'Dinero',
  currencyHint: 'De todos tus importes. Queda fija en cuanto se promete o paga una recompensa a un cliente.',
  usdRate: currency => `Un dólar estadounidense en ${currency}`,
  usdRateHint:
    'Aproximado. Los precios publicados están en dólares; el planificador y tus cifras los leen con este cambio. Los saldos nunca se convierten.',
  country: 'País',
  countryHint: 'Así los teléfonos se pueden escribir sin prefijo internacional.',
  noCountry: 'Ninguno',
};
