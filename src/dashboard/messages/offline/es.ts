import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Estás sin conexión. Esta página se actualizó por última vez: ${time}. Puede que algún código se haya usado desde entonces.`,
  needsConnection: 'Esta tarjeta cambia cada minuto y necesita conexión. En el mostrador, da tu nombre.',
};
