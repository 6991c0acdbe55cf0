import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} zniżki`,
  customer: 'Klient',
  validUntil: time => `Ważna do ${time}`,
  closed: 'Tej nagrody nie można wykorzystać.',
  redeemed: time => `Już wykorzystana: ${time}.`,
  expired: time => `Wygasła: ${time}.`,
  voided: 'Została unieważniona.',
  discount: amount => `Zniżka ${amount}`,
  toPay: 'Do zapłaty:',
};
