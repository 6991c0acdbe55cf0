import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `خصم ${amount}`,
  customer: 'عميل',
  validUntil: time => `صالحة حتى ${time}`,
  closed: 'لا يمكن استخدام هذه المكافأة.',
  redeemed: time => `استُخدمت بالفعل: ${time}.`,
  expired: time => `انتهت صلاحيتها: ${time}.`,
  voided: 'تم إلغاؤها.',
  discount: amount => `الخصم ${amount}`,
  toPay: 'المطلوب دفعه:',
};
