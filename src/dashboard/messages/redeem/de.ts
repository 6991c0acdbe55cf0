import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} Rabatt`,
  customer: 'Kunde',
  validUntil: time => `Gültig bis ${time}`,
  closed: 'Diese Prämie kann nicht eingelöst werden.',
  redeemed: time => `Bereits eingelöst: ${time}.`,
  expired: time => `Abgelaufen: ${time}.`,
  voided: 'Sie wurde storniert.',
  discount: amount => `Rabatt ${amount}`,
  toPay: 'Zu zahlen:',
};
