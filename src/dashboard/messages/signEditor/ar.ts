import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'ملصق',
  intro: 'للطباعة أو التنزيل لمطبعة.',
  campaign: 'الحملة',
  launchFirst: 'يلزم إطلاق الحملة أولًا',
  launchFirstHow: 'لا صفحة للمسودة يمكن للعملاء فتحها.',
  scan: 'امسح الرمز بكاميرا الهاتف',
  signFor: (offer, shop) => `ملصق: ${offer} في ${shop}`,
  notReachable: 'لا يمكن للعملاء فتح العنوان على هذا الملصق بعد.',
  setAddress: 'تعيين العنوان العام',
  size: 'المقاس',
  formats: {
    a5: 'A5 · نقطة البيع أو الحائط',
    a6: 'A6 · بطاقة بجانب الصندوق',
    a4: 'A4 · الحائط أو الباب',
    tent: 'حامل طاولة · A4 مطوي من المنتصف',
    sticker: 'ملصق نافذة · مربع، 15 سم',
  },
  print: 'طباعة الملصق',
  printAnyway: 'الطباعة رغم ذلك',
};
