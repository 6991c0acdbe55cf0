import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Nouvelles participations, codes utilisés et tout ce qui vous attend.',
  markSeen: 'Tout marquer comme vu',
  none: 'Pas encore de notifications',
  noneHow: 'Les nouvelles participations et les codes utilisés apparaissent ici.',
  sound: 'Jouer un son pour les nouvelles notifications',
  soundHint: 'Valable pour vous dans ce navigateur.',
  customer: 'Un client',
  program: 'un programme',
  newFor: (target, count) =>
    `${plural(count, { one: '# nouvelle participation', other: '# nouvelles participations' })} pour ${target}`,
  submitted: (who, target) => `${who} a envoyé une preuve pour ${target}`,
  resubmitted: (who, target) => `${who} a renvoyé une preuve pour ${target}`,
  overdue: who => `La vérification d'une participation est en retard : ${who}`,
  redeemed: who => `${who} a utilisé une récompense`,
  budget: target => `Le budget de ${target} est épuisé`,
  policyChanged: target => `Les règles pour ${target} sont devenues plus strictes`,
  ended: target => `${target} a atteint sa date de fin`,
  disconnected: platform => `Le compte ${platform} a été déconnecté`,
  platform: "d'une plateforme",
  webhook: address => `Le point de terminaison ${address} a été désactivé`,
  pinLocked: device => `Trop de PIN incorrects sur ${device}`,
  paymentFailed: 'Un paiement a échoué',
  limit: quota => `Une limite de l'offre est atteinte : ${quota}`,
};
