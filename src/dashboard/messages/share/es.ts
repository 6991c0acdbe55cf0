import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Compartir campaña',
  onceActive: 'Los clientes pueden abrir el enlace cuando la campaña esté activa.',
  qrOf: link => `Código QR de ${link}`,
  copyLink: 'Copiar enlace',
  share: 'Compartir',
  makeSign: 'Crear un cartel',
  inviteCustomers: 'Invitar a clientes',
  inviteHow:
    'Los clientes escanean el código o abren el enlace, ven qué reciben los miembros y se unen desde el móvil.',
  joinOnceActive: 'Los clientes pueden unirse cuando el programa esté activo.',
};
