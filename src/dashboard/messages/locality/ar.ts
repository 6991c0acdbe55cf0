import type { Messages } from './en.ts';

export const messages: Messages = {
  timeZone: 'المنطقة الزمنية',
  timeThere: time => `الساعة هناك ${time}. تتبعها التواريخ والأرقام.`,
  searchCity: 'للبحث، يُكتب اسم مدينة بالإنجليزية، مثل Dubai.',
  language: 'اللغة والتنسيق',
  languageHint: 'للعملاء الذين لم يختاروا لغة، وفي رسائلهم.',
  shopZone: zone => `المنطقة الزمنية للمتجر هي ${zone}.`,
  changeZone: 'تغيير المنطقة الزمنية',
  nowFollow: zone => `تتبع التواريخ والأرقام الآن ${zone}`,
  inUtc: zone => `تواريخ المتجر وأرقامه بتوقيت UTC. هذا الجهاز بتوقيت **${zone}**.`,
  useZone: 'استخدام هذه المنطقة الزمنية',
  keepUtc: 'الإبقاء على UTC',
  currency: 'العملة',
  money: 'المال',
  currencyHint: 'لكل المبالغ. تصبح ثابتة بعد الوعد بمكافأة لعميل أو دفعها.',
  usdRate: currency => `دولار أمريكي واحد بعملة ${currency}`,
  usdRateHint: 'تقريبًا. الأسعار المنشورة بالدولار، ويقرأها المخطِّط والأرقام بهذا السعر. لا تُحوَّل الأرصدة أبدًا.',
  country: 'البلد',
  countryHint: 'يمكن بعد ذلك كتابة أرقام الهاتف بدون رمز البلد.',
  noCountry: 'بلا',
};
