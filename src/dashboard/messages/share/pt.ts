import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Compartilhar campanha',
  onceActive: 'Os clientes podem abrir o link quando a campanha estiver ativa.',
  qrOf: link => `Código QR de ${link}`,
  copyLink: 'Copiar link',
  share: 'Compartilhar',
  makeSign: 'Criar cartaz',
  inviteCustomers: 'Convidar clientes',
  inviteHow:
    'Os clientes escaneiam o código ou abrem o link, veem o que os membros ganham e entram pelo celular.',
  joinOnceActive: 'Os clientes podem entrar quando o programa estiver ativo.',
};
