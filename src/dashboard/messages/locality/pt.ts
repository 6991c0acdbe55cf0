import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Fuso horário',
  timeThere: time => `Lá são ${time}. Datas e números seguem esse fuso.`,
  searchCity: 'Digite uma cidade para buscar, como São Paulo.',
  language: 'Idioma e formato',
  languageHint: 'Para clientes que não escolheram nenhum, e nos e-mails deles.',
  shopZone: zone => `O fuso horário da sua loja é ${zone}.`,
  changeZone: 'Alterar fuso horário',
  nowFollow: zone => `Datas e números agora seguem ${zone}`,
  inUtc: zone => `As datas e os números da sua loja estão em UTC. Este dispositivo está em **${zone}**.`,
  useZone: 'Usar este fuso horário',
  keepUtc: 'Manter UTC',
  currency: 'Moeda',
  money: 'Dinheiro',
  currencyHint:
    'De todos os seus valores. Fica fixa assim que uma recompensa é prometida ou paga a um cliente.',
  usdRate: currency => `Um dólar americano em ${currency}`,
  usdRateHint:
    'Aproximado. Os preços publicados são em dólares; o planejador e seus números usam esta taxa. Saldos nunca são convertidos.',
  country: 'País',
  countryHint: 'Assim os telefones podem ser digitados sem o código do país.',
  noCountry: 'Nenhum',
};
