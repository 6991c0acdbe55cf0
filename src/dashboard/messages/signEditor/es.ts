import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Cartel',
  intro: 'Imprímelo o descárgalo para una imprenta.',
  campaign: 'Campaña',
  launchFirst: 'Primero lanza la campaña',
  launchFirstHow: 'Un borrador no tiene una página que los clientes puedan abrir.',
  scan: 'Escanea con la cámara del móvil',
  signFor: (offer, shop) => `Cartel: ${offer} en ${shop}`,
  notReachable: 'Los clientes aún no pueden abrir la dirección de este cartel.',
  setAddress: 'Definir dirección pública',
  size: 'Tamaño',
  formats: {
    a5: 'A5 · Mostrador o pared',
    a6: 'A6 · Postal, junto a la caja',
    a4: 'A4 · Pared o puerta',
    tent: 'Cartel de mesa · A4, doblado por la mitad',
    sticker: 'Adhesivo de ventana · Cuadrado, 15 cm',
  },
  print: 'Imprimir cartel',
  printAnyway: 'Imprimir de todos modos',
};
