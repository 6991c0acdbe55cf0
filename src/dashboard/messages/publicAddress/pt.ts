import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Endereço público',
  reach: {
    computer:
      'Este endereço só funciona neste computador. Os clientes ainda não conseguem abrir seus códigos QR e links.',
    network:
      'Este endereço só funciona na sua rede: dá para testar com o celular, mas não serve para clientes.',
  },
  byOperator: 'O operador definiu este endereço com PUBLIC_URL.',
  canOpen: url => `Os clientes conseguem abrir **${url}**`,
  saved: 'Endereço público salvo',
  hint: 'Usado em códigos QR, links e e-mails.',
  save: 'Salvar endereço',
  how: 'Como consigo um endereço público?',
  howIntro:
    'Cada opção dá a este computador um nome na internet. Se comandos não são a sua praia, mostre esta página a quem cuida do seu computador; o resto do Perkmint funciona sem isso.',
  ways: {
    tunnel: command =>
      `**Teste neste computador, sem domínio.** Execute \`${command}\` e digite o endereço exibido.`,
    shop: command =>
      `**O computador fica na loja.** Execute \`${command}\` e digite o endereço exibido; ele não muda.`,
    domain: (command, setting) =>
      `**Use seu próprio domínio em um servidor.** Aponte o domínio para o servidor e execute \`${command}\`, que também obtém o certificado. Defina \`${setting}\`.`,
  },
  cantOpen: 'Os clientes ainda não conseguem abrir isto.',
  worksOnly: {
    computer: url => `O endereço \`${url}\` só funciona neste computador.`,
    network: url => `O endereço \`${url}\` só funciona em dispositivos da sua rede.`,
  },
  enterAddress: 'Digite o endereço pelo qual os clientes chegam a este servidor. [Como conseguir um]',
  askOperator: 'Peça a quem administra este servidor que defina PUBLIC_URL.',
};
