import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} de réduction`,
  customer: 'Client',
  validUntil: time => `Valable jusqu'au ${time}`,
  closed: 'Cette récompense ne peut pas être utilisée.',
  redeemed: time => `Déjà utilisée : ${time}.`,
  expired: time => `Expirée : ${time}.`,
  voided: 'Elle a été annulée.',
  discount: amount => `Réduction ${amount}`,
  toPay: 'À payer :',
};
