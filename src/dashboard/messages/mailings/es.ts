import type { Messages } from './en.ts';

export const messages: Messages = {
  kinds: {
    'submission.decided': 'Decisión sobre una prueba',
    'reward.issued': 'Nueva recompensa',
    'reward.expiring': 'Recompensa a punto de caducar',
    'cashback.available': 'Cashback disponible',
    'tier.reached': 'Nuevo nivel',
    'order.filled': 'Orden ejecutada',
    'business.weekly': 'Carta semanal',
  },
  stateNames: {
    waiting: 'En espera',
    sending: 'Enviándose',
    sent: 'Enviado',
    failed: 'Con error',
    skipped: 'No enviado',
  },
  reasons: {
    noMailServer: 'Sin servidor de correo',
    optedOut: 'Desactivado',
    noRecipient: 'Sin destinatario',
  },
  all: 'Todos',
  sentTo: address => `Enviado a ${address}`,
  look: 'Aspecto de los correos',
  ownersOnly: 'Solo propietarios',
  lookHow:
    'Los correos llevan el nombre, el logotipo y el color de tu tienda. Estos tienen datos de ejemplo.',
  mail: 'Correo',
  from: address => `de ${address}`,
  textVersion: 'Texto para programas de correo sin HTML',
  sendTest: 'Enviarme una prueba',
  preview: 'Vista previa del correo',
  last90: 'Correos de los últimos 90 días',
  state: 'Estado',
  noMatch: 'No hay correos que coincidan',
  none: 'Todavía no hay correos',
  mails: 'Correos',
  subject: 'Asunto',
  to: 'Para',
  created: 'Creado',
};
