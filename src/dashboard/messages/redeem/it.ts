import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} di sconto`,
  customer: 'Cliente',
  validUntil: time => `Valido fino al ${time}`,
  closed: 'Questo premio non si può riscattare.',
  redeemed: time => `Già riscattato: ${time}.`,
  expired: time => `Scaduto: ${time}.`,
  voided: 'È stato annullato.',
  discount: amount => `Sconto ${amount}`,
  toPay: 'Da pagare:',
};
