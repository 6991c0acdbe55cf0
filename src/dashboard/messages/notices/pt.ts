import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Novos envios, códigos resgatados e tudo que precisa de você.',
  markSeen: 'Marcar tudo como visto',
  none: 'Ainda não há notificações',
  noneHow: 'Novos envios e códigos resgatados aparecem aqui.',
  sound: 'Tocar um som para novas notificações',
  soundHint: 'Vale para você neste navegador.',
  customer: 'Um cliente',
  program: 'um programa',
  newFor: (target, count) =>
    `${plural(count, { one: '# novo envio', other: '# novos envios' })} para ${target}`,
  submitted: (who, target) => `${who} enviou uma prova para ${target}`,
  resubmitted: (who, target) => `${who} reenviou uma prova para ${target}`,
  overdue: who => `A análise de um envio está atrasada: ${who}`,
  redeemed: who => `${who} resgatou uma recompensa`,
  budget: target => `O orçamento de ${target} acabou`,
  policyChanged: target => `As regras de ${target} ficaram mais rígidas`,
  ended: target => `${target} chegou à data final`,
  disconnected: platform => `A conta do ${platform} foi desconectada`,
  platform: 'uma plataforma',
  webhook: address => `O endpoint de webhook ${address} foi desativado`,
  pinLocked: device => `PINs incorretos demais em ${device}`,
  paymentFailed: 'Um pagamento falhou',
  limit: quota => `Um limite do plano foi atingido: ${quota}`,
};
