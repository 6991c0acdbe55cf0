import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Você está sem conexão. Última atualização desta página: ${time}. Algum código pode ter sido usado desde então.`,
  needsConnection: 'Este cartão muda a cada minuto e precisa de conexão. No balcão, diga seu nome.',
};
