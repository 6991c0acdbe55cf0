import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} de descuento`,
  customer: 'Cliente',
  validUntil: time => `Válida hasta el ${time}`,
  closed: 'Esta recompensa no se puede canjear.',
  redeemed: time => `Ya se canjeó: ${time}.`,
  expired: time => `Caducó: ${time}.`,
  voided: 'Fue anulada.',
  discount: amount => `Descuento ${amount}`,
  toPay: 'A pagar:',
};
