import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  aCustomer: 'Un cliente',
  aCampaign: 'una campaña',
  submittedBy: person => `${person} envió una prueba para`,
  submitted: count =>
    `${plural(count, { one: '# cliente envió', other: '# clientes enviaron' })} una prueba para`,
  resubmittedBy: person => `${person} volvió a enviar una prueba para`,
  resubmitted: count =>
    `${plural(count, { one: '# cliente volvió', other: '# clientes volvieron' })} a enviar una prueba para`,
  counted: {
    'submission.approved': count =>
      `${plural(count, { one: 'Envío aprobado', other: '# envíos aprobados' })} para`,
    'submission.rejected': count =>
      `${plural(count, { one: 'Envío rechazado', other: '# envíos rechazados' })} para`,
    'submission.reversed': count =>
      `${plural(count, { one: 'Aprobación deshecha', other: '# aprobaciones deshechas' })} para`,
    'submission.verified': count =>
      `${plural(count, { one: 'Envío comprobado', other: '# envíos comprobados' })} para`,
    'submission.reviewDue': count =>
      `${plural(count, { one: 'Envío sin revisar a tiempo', other: '# envíos sin revisar a tiempo' })} para`,
    'reward.issued': count =>
      `${plural(count, { one: 'Recompensa emitida', other: '# recompensas emitidas' })} para`,
    'reward.redeemed': count =>
      `${plural(count, { one: 'Recompensa canjeada', other: '# recompensas canjeadas' })} de`,
    'reward.reinstated': count =>
      `${plural(count, { one: 'Recompensa restablecida', other: '# recompensas restablecidas' })} de`,
    'reward.voided': count =>
      `${plural(count, { one: 'Recompensa anulada', other: '# recompensas anuladas' })} de`,
    'reward.expired': count =>
      `${plural(count, { one: 'Recompensa caducada', other: '# recompensas caducadas' })} de`,
  },
  events: {
    'campaign.created': 'Creada:',
    'campaign.updated': 'Modificada:',
    'campaign.deleted': 'Borrador eliminado:',
    'campaign.activated': 'Lanzada:',
    'campaign.paused': 'En pausa:',
    'campaign.resumed': 'Reanudada:',
    'campaign.ended': 'Terminada:',
    'campaign.expired': 'Fecha de fin alcanzada:',
    'campaign.policyChanged': 'Reglas más estrictas para',
    'campaign.budgetExhausted': 'Presupuesto agotado:',
    'business.placeCreated': 'Local creado',
    'business.placeUpdated': 'Local modificado',
    'business.placeDeleted': 'Local eliminado',
    'business.deviceAdded': 'Dispositivo añadido',
    'business.deviceRevoked': 'Dispositivo retirado',
    'influencer.created': 'Influencer añadido',
    'influencer.updated': 'Influencer modificado',
    'influencer.deleted': 'Influencer eliminado',
    'program.created': 'Programa creado',
    'program.updated': 'Programa modificado',
    'program.paused': 'Programa en pausa',
    'program.resumed': 'Programa reanudado',
    'program.ended': 'Programa terminado',
    'program.deleted': 'Programa eliminado',
    'member.enrolled': 'Miembro inscrito',
    'member.updated': 'Miembro modificado',
    'member.tierChanged': 'Nivel de un miembro cambiado',
    'member.goalCompleted': 'Objetivo de un miembro cumplido',
    'member.erased': 'Datos de un miembro borrados',
    'member.visited': 'Visita de un miembro',
    'import.completed': 'Importación completada',
    'import.undone': 'Importación deshecha',
    'cashback.created': 'Cashback concedido',
    'cashback.available': 'Cashback disponible',
    'cashback.redeemed': 'Cashback canjeado',
    'cashback.voided': 'Cashback anulado',
    'cashback.reversed': 'Cashback revertido',
    'cashback.refunded': 'Cashback reembolsado',
    'cashback.expired': 'Cashback caducado',
    'exchange.enrolled': 'Alta en el mercado',
    'exchange.order.created': 'Orden creada',
    'exchange.order.filled': 'Orden ejecutada',
    'exchange.order.cancelled': 'Orden cancelada',
    'exchange.order.expired': 'Orden caducada',
    'exchange.trade.executed': 'Operación ejecutada',
    'exchange.perk.redeemed': 'Ventaja canjeada',
    'billing.subscriptionUpdated': 'Suscripción modificada',
    'billing.paymentFailed': 'Pago fallido',
    'billing.limitReached': 'Límite del plan alcanzado',
    'apiKey.created': 'Clave de API creada',
    'apiKey.rotated': 'Clave de API rotada',
    'apiKey.revoked': 'Clave de API revocada',
    'exportLink.created': 'Enlace de exportación creado',
    'exportLink.revoked': 'Enlace de exportación revocado',
    'platform.connected': 'Plataforma conectada',
    'platform.disconnected': 'Plataforma desconectada',
    'webhook.ping': 'Prueba de webhook',
    'webhook.created': 'Webhook creado',
    'webhook.updated': 'Webhook modificado',
    'webhook.rotated': 'Secreto del webhook rotado',
    'webhook.deleted': 'Webhook eliminado',
    'webhook.disabled': 'Webhook desactivado',
  },
};
