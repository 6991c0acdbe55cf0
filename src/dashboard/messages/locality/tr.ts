import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'Saat dilimi',
  timeThere: time => `Orada saat ${time}. Tarihler ve rakamlar buna göredir.`,
  searchCity: 'Aramak için bir şehir yazın, örneğin Istanbul.',
  language: 'Dil ve biçim',
  languageHint: 'Dil seçmemiş müşteriler ve onların e-postaları için.',
  shopZone: zone => `Mağazanızın saat dilimi ${zone}.`,
  changeZone: 'Saat dilimini değiştir',
  nowFollow: zone => `Tarihler ve rakamlar artık ${zone} saatine göre`,
  inUtc: zone => `Mağazanızın tarihleri ve rakamları UTC’ye göre. Bu cihaz **${zone}** saatinde.`,
  useZone: 'Bu saat dilimini kullan',
  keepUtc: 'UTC’de kal',
  currency: 'Para birimi',
  money: 'Para',
  currencyHint: 'Tüm tutarlarınız için. Bir müşteriye ödül sözü verildiğinde veya ödendiğinde sabitlenir.',
  usdRate: currency => `Bir ABD dolarının ${currency} karşılığı`,
  usdRateHint:
    'Yaklaşık. Yayımlanan fiyatlar ABD dolarıdır; planlayıcı ve rakamlarınız bu kuru kullanır. Bakiyeler asla çevrilmez.',
  country: 'Ülke',
  countryHint: 'Telefon numaraları o zaman ülke kodu olmadan yazılabilir.',
  noCountry: 'Yok',
};
