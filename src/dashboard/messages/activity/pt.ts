import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  aCustomer: 'Um cliente',
  aCampaign: 'uma campanha',
  submittedBy: person => `${person} enviou uma prova para`,
  submitted: count =>
    `${plural(count, { one: '# cliente enviou', other: '# clientes enviaram' })} uma prova para`,
  resubmittedBy: person => `${person} reenviou uma prova para`,
  resubmitted: count =>
    `${plural(count, { one: '# cliente reenviou', other: '# clientes reenviaram' })} uma prova para`,
  counted: {
    'submission.approved': count =>
      `${plural(count, { one: 'Envio aprovado', other: '# envios aprovados' })} para`,
    'submission.rejected': count =>
      `${plural(count, { one: 'Envio recusado', other: '# envios recusados' })} para`,
    'submission.reversed': count =>
      `${plural(count, { one: 'Aprovação desfeita', other: '# aprovações desfeitas' })} para`,
    'submission.verified': count =>
      `${plural(count, { one: 'Envio verificado', other: '# envios verificados' })} para`,
    'submission.reviewDue': count =>
      `${plural(count, { one: 'Envio com análise atrasada', other: '# envios com análise atrasada' })} para`,
    'reward.issued': count =>
      `${plural(count, { one: 'Recompensa emitida', other: '# recompensas emitidas' })} para`,
    'reward.redeemed': count =>
      `${plural(count, { one: 'Recompensa resgatada', other: '# recompensas resgatadas' })} de`,
    'reward.reinstated': count =>
      `${plural(count, { one: 'Recompensa restaurada', other: '# recompensas restauradas' })} de`,
    'reward.voided': count =>
      `${plural(count, { one: 'Recompensa anulada', other: '# recompensas anuladas' })} de`,
    'reward.expired': count =>
      `${plural(count, { one: 'Recompensa expirada', other: '# recompensas expiradas' })} de`,
  },
  events: {
    'campaign.created': 'Criada:',
    'campaign.updated': 'Alterada:',
    'campaign.deleted': 'Rascunho excluído:',
    'campaign.activated': 'Lançada:',
    'campaign.paused': 'Pausada:',
    'campaign.resumed': 'Retomada:',
    'campaign.ended': 'Encerrada:',
    'campaign.expired': 'Data final atingida:',
    'campaign.policyChanged': 'Regras mais rígidas para',
    'campaign.budgetExhausted': 'Orçamento esgotado:',
    'business.placeCreated': 'Local criado',
    'business.placeUpdated': 'Local alterado',
    'business.placeDeleted': 'Local excluído',
    'business.deviceAdded': 'Dispositivo adicionado',
    'business.deviceRevoked': 'Dispositivo removido',
    'influencer.created': 'Influenciador adicionado',
    'influencer.updated': 'Influenciador alterado',
    'influencer.deleted': 'Influenciador excluído',
    'program.created': 'Programa criado',
    'program.updated': 'Programa alterado',
    'program.paused': 'Programa pausado',
    'program.resumed': 'Programa retomado',
    'program.ended': 'Programa encerrado',
    'program.deleted': 'Programa excluído',
    'member.enrolled': 'Membro inscrito',
    'member.updated': 'Membro alterado',
    'member.tierChanged': 'Nível de um membro alterado',
    'member.goalCompleted': 'Meta atingida por um membro',
    'member.erased': 'Dados de um membro apagados',
    'member.visited': 'Visita de um membro',
    'import.completed': 'Importação concluída',
    'import.undone': 'Importação desfeita',
    'cashback.created': 'Cashback concedido',
    'cashback.available': 'Cashback disponível',
    'cashback.redeemed': 'Cashback resgatado',
    'cashback.voided': 'Cashback anulado',
    'cashback.reversed': 'Cashback estornado',
    'cashback.refunded': 'Cashback reembolsado',
    'cashback.expired': 'Cashback expirado',
    'exchange.enrolled': 'Adesão ao mercado',
    'exchange.order.created': 'Ordem criada',
    'exchange.order.filled': 'Ordem executada',
    'exchange.order.cancelled': 'Ordem cancelada',
    'exchange.order.expired': 'Ordem expirada',
    'exchange.trade.executed': 'Negociação executada',
    'exchange.perk.redeemed': 'Vantagem resgatada',
    'billing.subscriptionUpdated': 'Assinatura alterada',
    'billing.paymentFailed': 'Falha no pagamento',
    'billing.limitReached': 'Limite do plano atingido',
    'apiKey.created': 'Chave de API criada',
    'apiKey.rotated': 'Chave de API trocada',
    'apiKey.revoked': 'Chave de API revogada',
    'exportLink.created': 'Link de exportação criado',
    'exportLink.revoked': 'Link de exportação revogado',
    'platform.connected': 'Plataforma conectada',
    'platform.disconnected': 'Plataforma desconectada',
    'webhook.ping': 'Teste de webhook',
    'webhook.created': 'Webhook criado',
    'webhook.updated': 'Webhook alterado',
    'webhook.rotated': 'Segredo do webhook trocado',
    'webhook.deleted': 'Webhook excluído',
    'webhook.disabled': 'Webhook desativado',
  },
};
