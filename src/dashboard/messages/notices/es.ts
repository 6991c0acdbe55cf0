import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Envíos nuevos, códigos canjeados y todo lo que te necesita.',
  markSeen: 'Marcar todo como visto',
  none: 'Aún no hay notificaciones',
  noneHow: 'Aquí aparecen los envíos nuevos y los códigos canjeados.',
  sound: 'Reproducir un sonido con cada notificación',
  soundHint: 'Se aplica solo a ti en este navegador.',
  customer: 'Un cliente',
  program: 'un programa',
  newFor: (target, count) =>
    `${plural(count, { one: '# envío nuevo', other: '# envíos nuevos' })} para ${target}`,
  submitted: (who, target) => `${who} envió una prueba para ${target}`,
  resubmitted: (who, target) => `${who} volvió a enviar una prueba para ${target}`,
  overdue: who => `La revisión de un envío está atrasada: ${who}`,
  redeemed: who => `${who} canjeó una recompensa`,
  budget: target => `Se agotó el presupuesto de ${target}`,
  policyChanged: target => `Las reglas de ${target} son ahora más estrictas`,
  ended: target => `${target} llegó a su fecha de fin`,
  disconnected: platform => `Se desconectó la cuenta de ${platform}`,
  platform: 'una plataforma',
  webhook: address => `Se desactivó el endpoint de webhook ${address}`,
  pinLocked: device => `Demasiados PIN incorrectos en ${device}`,
  paymentFailed: 'Falló un pago',
  limit: quota => `Se alcanzó un límite del plan: ${quota}`,
};
