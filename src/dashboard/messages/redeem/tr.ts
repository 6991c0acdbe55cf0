import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} indirim`,
  customer: 'Müşteri',
  validUntil: time => `Son geçerlilik: ${time}`,
  closed: 'Bu ödül kullanılamaz.',
  redeemed: time => `Zaten kullanıldı: ${time}.`,
  expired: time => `Süresi doldu: ${time}.`,
  voided: 'İptal edildi.',
  discount: amount => `İndirim ${amount}`,
  toPay: 'Ödenecek:',
};
