import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Primeiros passos',
  done: 'Feito',
  steps: {
    look: {
      title: 'Adicione seu logo e sua cor',
      how: 'Aparecem na página da sua loja, nos cartazes e nos e-mails.',
      label: 'Continuar configuração',
    },
    create: {
      title: 'Crie uma campanha',
      how: 'Defina o que os clientes publicam e a recompensa que recebem.',
      label: 'Criar campanha',
    },
    launch: {
      title: 'Lance a campanha',
      how: 'Os clientes podem participar depois do lançamento.',
      label: 'Ver rascunhos',
    },
    reach: {
      title: 'Fique acessível aos clientes',
      how: 'Por enquanto, seus códigos QR e links só funcionam neste computador ou na sua rede.',
      label: 'Definir endereço público',
    },
    share: {
      title: 'Compartilhe',
      how: 'Imprima o cartaz para o balcão ou envie o link. Participe você também para testar.',
      label: 'Compartilhar campanha',
    },
    review: {
      title: 'Analise seu primeiro envio',
      how: 'Um envio é a publicação que um cliente mostra a você. Ele aparece em Análises.',
      label: 'Analisar envios',
    },
    redeem: {
      title: 'Resgate seu primeiro código',
      how: 'Digite o código que o cliente mostrar.',
      label: 'Resgatar código',
    },
  },
};
