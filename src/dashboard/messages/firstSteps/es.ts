import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Primeros pasos',
  done: 'Hecho',
  steps: {
    look: {
      title: 'Añade tu logo y tu color',
      how: 'Aparecen en la página de tu tienda, en sus carteles y en sus correos.',
      label: 'Seguir configurando',
    },
    create: {
      title: 'Crea una campaña',
      how: 'Define qué publican los clientes y qué recompensa reciben.',
      label: 'Crear campaña',
    },
    launch: {
      title: 'Lánzala',
      how: 'Los clientes pueden participar en cuanto está lanzada.',
      label: 'Ver borradores',
    },
    reach: {
      title: 'Haz que te puedan abrir',
      how: 'Por ahora, tus códigos QR y enlaces solo funcionan en este ordenador o en tu red.',
      label: 'Definir dirección pública',
    },
    share: {
      title: 'Compártela',
      how: 'Imprime el cartel para tu mostrador o envía el enlace. Participa tú para probarla.',
      label: 'Compartir campaña',
    },
    review: {
      title: 'Revisa tu primer envío',
      how: 'Un envío es la publicación que un cliente te muestra. Aparece en Revisiones.',
      label: 'Revisar envíos',
    },
    redeem: {
      title: 'Canjea tu primer código',
      how: 'Introduce el código que te muestra el cliente.',
      label: 'Canjear código',
    },
  },
};
