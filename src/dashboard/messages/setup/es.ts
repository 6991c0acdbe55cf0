import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Paso ${n} de ${total}`,
  heads: {
    shop: { title: 'Pon nombre a tu tienda', intro: 'Los clientes lo ven en todas las páginas.' },
    look: {
      title: 'Dale tu estilo',
      intro:
        'Tu logotipo, tu color y tus cuentas aparecen en la página de la tienda y en los carteles impresos. Todo es opcional.',
    },
    campaign: {
      title: 'Lanza tu primera campaña',
      intro: 'Elige qué hacen los clientes y qué reciben. Puedes cambiarla o terminarla cuando quieras.',
    },
    address: {
      title: 'Compártela con tus clientes',
      intro: 'Los clientes abren la campaña con un código QR o un enlace. Pon el cartel donde pagan.',
    },
  },
  shopName: 'Nombre de la tienda',
  industry: 'Sector',
  industryHint: 'Por ejemplo, cafetería, peluquería o gimnasio. Sirve para adaptar las sugerencias.',
  continue: 'Continuar',
  skip: 'Omitir por ahora',
  finish: 'Terminar la configuración',
  isOpen: name => `**${name}** está abierta a los clientes.`,
  editCampaign: 'Editar campaña',
  us: 'nosotros',
  whatToDo: '¿Qué deben hacer los clientes?',
  whatTheyGet: '¿Qué reciben?',
  moneyOff: 'Descuento en el próximo pedido',
  somethingFree: 'Algo gratis',
  freeItem: 'Artículo gratis',
  freeItemExample: 'Capuchino gratis',
  amountOff: 'Descuento',
  howItIsChecked:
    'Revisas cada publicación antes de dar la recompensa. Se pide a los clientes que la marquen como recompensada, como exigen las plataformas y la ley de consumo. Cada cliente puede participar una vez.',
  launch: 'Lanzar campaña',
  offers: {
    story: {
      name: shop => `Menciona a ${shop} en tu historia`,
      description: 'Muestra lo que te gusta en una historia de Instagram y etiquétanos.',
    },
    photo: {
      name: shop => `Publica una foto de ${shop}`,
      description: 'Comparte en Instagram una foto de tu visita que nos nombre.',
    },
    film: {
      name: shop => `Graba tu visita a ${shop}`,
      description: 'Publica un vídeo corto de tu visita en TikTok.',
    },
  },
};
