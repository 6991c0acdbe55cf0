import type { Messages } from './en.ts';

export const messages: Messages = {
  off: amount => `${amount} korting`,
  customer: 'Klant',
  validUntil: time => `Geldig tot ${time}`,
  closed: 'Deze beloning kan niet worden ingewisseld.',
  redeemed: time => `Al ingewisseld: ${time}.`,
  expired: time => `Verlopen: ${time}.`,
  voided: 'Hij is ongeldig gemaakt.',
  discount: amount => `Korting ${amount}`,
  toPay: 'Te betalen:',
};
