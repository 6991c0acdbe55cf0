import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  aCustomer: 'Un client',
  aCampaign: 'une campagne',
  submittedBy: person => `${person} a envoyé une preuve pour`,
  submitted: count =>
    `${plural(count, { one: '# client a envoyé', other: '# clients ont envoyé' })} une preuve pour`,
  resubmittedBy: person => `${person} a renvoyé une preuve pour`,
  resubmitted: count =>
    `${plural(count, { one: '# client a renvoyé', other: '# clients ont renvoyé' })} une preuve pour`,
  counted: {
    'submission.approved': count =>
      `${plural(count, { one: 'Participation approuvée', other: '# participations approuvées' })} pour`,
    'submission.rejected': count =>
      `${plural(count, { one: 'Participation refusée', other: '# participations refusées' })} pour`,
    'submission.reversed': count =>
      `${plural(count, { one: 'Approbation annulée', other: '# approbations annulées' })} pour`,
    'submission.verified': count =>
      `${plural(count, { one: 'Participation contrôlée', other: '# participations contrôlées' })} pour`,
    'submission.reviewDue': count =>
      `${plural(count, { one: 'Participation en retard', other: '# participations en retard' })} pour`,
    'reward.issued': count =>
      `${plural(count, { one: 'Récompense émise', other: '# récompenses émises' })} pour`,
    'reward.redeemed': count =>
      `${plural(count, { one: 'Récompense utilisée', other: '# récompenses utilisées' })} pour`,
    'reward.reinstated': count =>
      `${plural(count, { one: 'Récompense rétablie', other: '# récompenses rétablies' })} pour`,
    'reward.voided': count =>
      `${plural(count, { one: 'Récompense annulée', other: '# récompenses annulées' })} pour`,
    'reward.expired': count =>
      `${plural(count, { one: 'Récompense expirée', other: '# récompenses expirées' })} pour`,
  },
  events: {
    'campaign.created': 'Création de',
    'campaign.updated': 'Modification de',
    'campaign.deleted': 'Suppression du brouillon',
    'campaign.activated': 'Lancement de',
    'campaign.paused': 'Mise en pause de',
    'campaign.resumed': 'Reprise de',
    'campaign.ended': 'Fin de',
    'campaign.expired': 'Date de fin atteinte :',
    'campaign.policyChanged': 'Règles plus strictes pour',
    'campaign.budgetExhausted': 'Budget épuisé :',
    'business.placeCreated': 'Lieu créé',
    'business.placeUpdated': 'Lieu modifié',
    'business.placeDeleted': 'Lieu supprimé',
    'business.deviceAdded': 'Appareil ajouté',
    'business.deviceRevoked': 'Appareil retiré',
    'influencer.created': 'Influenceur ajouté',
    'influencer.updated': 'Influenceur modifié',
    'influencer.deleted': 'Influenceur supprimé',
    'program.created': 'Programme créé',
    'program.updated': 'Programme modifié',
    'program.paused': 'Programme en pause',
    'program.resumed': 'Programme repris',
    'program.ended': 'Programme terminé',
    'program.deleted': 'Programme supprimé',
    'member.enrolled': 'Membre inscrit',
    'member.updated': 'Membre modifié',
    'member.tierChanged': "Niveau d'un membre modifié",
    'member.goalCompleted': 'Objectif atteint par un membre',
    'member.erased': "Données d'un membre effacées",
    'member.visited': "Visite d'un membre",
    'import.completed': 'Importation terminée',
    'import.undone': 'Importation annulée',
    'cashback.created': 'Cashback accordé',
    'cashback.available': 'Cashback disponible',
    'cashback.redeemed': 'Cashback utilisé',
    'cashback.voided': 'Cashback annulé',
    'cashback.reversed': 'Cashback contre-passé',
    'cashback.refunded': 'Cashback remboursé',
    'cashback.expired': 'Cashback expiré',
    'exchange.enrolled': 'Inscription à la bourse',
    'exchange.order.created': 'Ordre créé',
    'exchange.order.filled': 'Ordre exécuté',
    'exchange.order.cancelled': 'Ordre annulé',
    'exchange.order.expired': 'Ordre expiré',
    'exchange.trade.executed': 'Échange exécuté',
    'exchange.perk.redeemed': 'Avantage utilisé',
    'billing.subscriptionUpdated': 'Abonnement modifié',
    'billing.paymentFailed': 'Échec du paiement',
    'billing.limitReached': 'Limite du forfait atteinte',
    'apiKey.created': 'Clé API créée',
    'apiKey.rotated': 'Clé API renouvelée',
    'apiKey.revoked': 'Clé API révoquée',
    'exportLink.created': "Lien d'exportation créé",
    'exportLink.revoked': "Lien d'exportation révoqué",
    'platform.connected': 'Plateforme connectée',
    'platform.disconnected': 'Plateforme déconnectée',
    'webhook.ping': 'Test de webhook',
    'webhook.created': 'Webhook créé',
    'webhook.updated': 'Webhook modifié',
    'webhook.rotated': 'Secret du webhook renouvelé',
    'webhook.deleted': 'Webhook supprimé',
    'webhook.disabled': 'Webhook désactivé',
  },
};
