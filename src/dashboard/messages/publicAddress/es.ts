import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Dirección pública',
  reach: {
    computer:
      'Esta dirección solo funciona en este ordenador. Los clientes aún no pueden abrir tus códigos QR ni enlaces.',
    network:
      'Esta dirección solo funciona en tu propia red: basta para probarla con tu móvil, pero no para los clientes.',
  },
  byOperator: 'El operador fijó esta dirección con PUBLIC_URL.',
  canOpen: url => `Los clientes pueden abrir **${url}**`,
  saved: 'Dirección pública guardada',
  hint: 'Se usa en códigos QR, enlaces y correos.',
  save: 'Guardar dirección',
  how: '¿Cómo consigo una dirección pública?',
  howIntro:
    'Cada opción da a este ordenador un nombre en internet. Si no te manejas con comandos, enseña esta página a quien cuida de tu ordenador; el resto de Perkmint funciona sin ello.',
  ways: {
    tunnel: command =>
      `**Pruébalo desde este ordenador, sin dominio.** Ejecuta \`${command}\` e introduce la dirección que muestra.`,
    shop: command =>
      `**Deja el ordenador en la tienda.** Ejecuta \`${command}\` e introduce la dirección que muestra; siempre es la misma.`,
    domain: (command, setting) =>
      `**Usa tu propio dominio en un servidor.** Apunta el dominio al servidor y ejecuta \`${command}\`, que también obtiene el certificado. Define \`${setting}\`.`,
  },
  cantOpen: 'Los clientes aún no pueden abrirlo.',
  worksOnly: {
    computer: url => `La dirección \`${url}\` solo funciona en este ordenador.`,
    network: url => `La dirección \`${url}\` solo funciona en dispositivos de tu red.`,
  },
  enterAddress: 'Introduce la dirección con la que los clientes llegan a este servidor. [Cómo conseguir una]',
  askOperator: 'Pide a quien administra este servidor que defina PUBLIC_URL.',
};
