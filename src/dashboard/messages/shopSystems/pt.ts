import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Sistemas de loja',
  ownersOnly: 'Só proprietários podem alterar',
  intro:
    'Pedidos da loja on-line ou do caixa rendem cashback, pontos e carimbos; reembolsos tiram a sua parte.',
  showOrdersOf: name => `Ver pedidos de ${name} no painel`,
  showOrders: 'Ver pedidos recebidos',
  changeOf: name => `Alterar ${name}`,
  change: 'Alterar',
  finishOf: name => `Concluir ou alterar ${name}`,
  setUpOf: name => `Configurar ${name} agora`,
  program: 'Programa',
  secret: 'Segredo',
  secretSet: 'Definido',
  secretMissing: 'Ausente: webhooks são recusados',
  lastReceived: 'Último recebimento',
  nothingYet: 'Nada ainda',
  saved: name => `${name} salvo`,
  enterUrl: 'Agora informe a URL no sistema da loja',
  programFirst: 'Crie primeiro um programa, que vai contar os pedidos.',
  countingProgram: 'Programa que conta os pedidos',
  secretHint: 'Guardado criptografado e nunca mais exibido.',
  saveOf: name => `Salvar ${name}`,
  getUrl: 'Obter a URL',
  removed: name => `${name} removido`,
  removeOf: name => `Remover ${name}`,
  remove: 'Remover',
  removeTitle: name => `Remover ${name}?`,
  removeHow:
    'A URL deixa de funcionar e os compradores dos pedidos retidos são esquecidos. O que os membros ganharam fica.',
  statuses: {
    waiting: 'Aguardando',
    parked: 'Retido',
    credited: 'Creditado',
    refused: 'Recusado',
    canceled: 'Cancelado',
  },
  all: 'Todos',
  ordersFrom: name => `Pedidos de ${name}`,
  status: 'Status',
  noMatch: 'Nenhum pedido corresponde',
  none: 'Ainda não há pedidos',
  order: 'Pedido',
  member: 'Membro',
  amount: 'Valor',
  refunded: 'Reembolsado',
  date: 'Data',
  actions: 'Ações',
  retryOf: order => `Repetir o pedido ${order}`,
  retry: 'Repetir',
  counted: 'Pedido contado',
  memberId: 'ID do membro',
  memberIdHint: 'Deixe em branco para buscar o comprador de novo.',
  retryOrder: 'Repetir pedido',
  guide: 'Saiba mais no guia',
  steps: {
    shopify: {
      where:
        'No Shopify, abra **Settings, Notifications, Webhooks** e crie dois webhooks no formato JSON com esta URL.',
      events: 'Escolha o evento **Order payment** para um e **Refund create** para o outro.',
      secret: 'Copie o texto depois de “Your webhooks will be signed with” para o campo abaixo.',
    },
    woocommerce: {
      where:
        'No WordPress, abra **WooCommerce, Settings, Advanced, Webhooks** e adicione dois webhooks ativos com esta URL de entrega.',
      events: 'Escolha o tópico **Order created** para um e **Order updated** para o outro.',
      secret: 'Invente um segredo longo e digite o mesmo lá, nos dois webhooks, e abaixo.',
    },
    square: {
      where:
        'Na Square Developer Console, abra seu aplicativo, depois **Webhooks, Subscriptions**, e adicione uma assinatura com esta URL.',
      events: 'Escolha os eventos **payment.updated** e **refund.updated**.',
      secret: 'Abra a assinatura, mostre a chave de assinatura e copie-a para o campo abaixo.',
    },
    stripe: {
      where: 'No painel do Stripe, abra **Developers, Webhooks** e adicione um destino com esta URL.',
      events:
        'Escolha os eventos **checkout.session.completed**, **charge.succeeded** e **charge.refunded**.',
      secret: 'Mostre o segredo de assinatura, que começa com whsec_, e copie-o para o campo abaixo.',
    },
  },
};
