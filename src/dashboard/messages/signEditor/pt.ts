import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Cartaz',
  intro: 'Imprima ou baixe para uma gráfica.',
  campaign: 'Campanha',
  launchFirst: 'Lance a campanha primeiro',
  launchFirstHow: 'Um rascunho não tem página que os clientes possam abrir.',
  scan: 'Escaneie com a câmera do celular',
  signFor: (offer, shop) => `Cartaz: ${offer} em ${shop}`,
  notReachable: 'Os clientes ainda não conseguem abrir o endereço deste cartaz.',
  setAddress: 'Definir endereço público',
  size: 'Tamanho',
  formats: {
    a5: 'A5 · Balcão ou parede',
    a6: 'A6 · Cartão-postal, ao lado do caixa',
    a4: 'A4 · Parede ou porta',
    tent: 'Display de mesa · A4, dobrado ao meio',
    sticker: 'Adesivo de vitrine · Quadrado, 15 cm',
  },
  print: 'Imprimir cartaz',
  printAnyway: 'Imprimir mesmo assim',
};
