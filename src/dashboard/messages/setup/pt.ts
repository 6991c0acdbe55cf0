import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Etapa ${n} de ${total}`,
  heads: {
    shop: { title: 'Dê um nome à sua loja', intro: 'Os clientes veem o nome em todas as páginas.' },
    look: {
      title: 'Deixe com a sua cara',
      intro:
        'Seu logotipo, sua cor e suas contas aparecem na página da loja e nos cartazes impressos. Tudo é opcional.',
    },
    campaign: {
      title: 'Lance sua primeira campanha',
      intro:
        'Escolha o que os clientes fazem e o que ganham. Você pode alterar ou encerrar a campanha quando quiser.',
    },
    address: {
      title: 'Compartilhe com seus clientes',
      intro: 'Os clientes abrem a campanha com um código QR ou um link. Coloque o cartaz onde eles pagam.',
    },
  },
  shopName: 'Nome da loja',
  industry: 'Setor',
  industryHint: 'Por exemplo, café, salão de beleza ou academia. Serve para adaptar as sugestões.',
  continue: 'Continuar',
  skip: 'Pular por enquanto',
  finish: 'Concluir configuração',
  isOpen: name => `**${name}** está aberta aos clientes.`,
  editCampaign: 'Editar campanha',
  us: 'nós',
  whatToDo: 'O que os clientes devem fazer?',
  whatTheyGet: 'O que eles ganham?',
  moneyOff: 'Desconto no próximo pedido',
  somethingFree: 'Algo grátis',
  freeItem: 'Item grátis',
  freeItemExample: 'Cappuccino grátis',
  amountOff: 'Desconto',
  howItIsChecked:
    'Você confere cada publicação antes de dar a recompensa. Pedimos aos clientes que marquem a publicação como recompensada, como exigem as plataformas e a lei do consumidor. Cada cliente pode participar uma vez.',
  launch: 'Lançar campanha',
  offers: {
    story: {
      name: shop => `Mencione ${shop} no seu Story`,
      description: 'Mostre o que você gosta em um Story do Instagram e marque a gente.',
    },
    photo: {
      name: shop => `Poste uma foto de ${shop}`,
      description: 'Compartilhe no Instagram uma foto da sua visita que cite o nosso nome.',
    },
    film: {
      name: shop => `Filme sua visita a ${shop}`,
      description: 'Publique um vídeo curto da sua visita no TikTok.',
    },
  },
};
