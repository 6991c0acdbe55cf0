import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} de desconto`,
  customer: 'Cliente',
  validUntil: time => `Válida até ${time}`,
  closed: 'Esta recompensa não pode ser resgatada.',
  redeemed: time => `Já foi resgatada: ${time}.`,
  expired: time => `Expirou: ${time}.`,
  voided: 'Foi anulada.',
  discount: amount => `Desconto ${amount}`,
  toPay: 'A pagar:',
};
