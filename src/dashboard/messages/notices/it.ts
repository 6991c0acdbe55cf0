import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Nuovi invii, codici riscattati e tutto ciò che ti richiede.',
  markSeen: 'Segna tutto come visto',
  none: 'Ancora nessuna notifica',
  noneHow: 'Qui compaiono nuovi invii e codici riscattati.',
  sound: 'Riproduci un suono per le nuove notifiche',
  soundHint: 'Vale per te in questo browser.',
  customer: 'Un cliente',
  program: 'un programma',
  newFor: (target, count) =>
    `${plural(count, { one: '# nuovo invio', other: '# nuovi invii' })} per ${target}`,
  submitted: (who, target) => `${who} ha inviato una prova per ${target}`,
  resubmitted: (who, target) => `${who} ha inviato di nuovo una prova per ${target}`,
  overdue: who => `La verifica di un invio è in ritardo: ${who}`,
  redeemed: who => `${who} ha riscattato un premio`,
  budget: target => `Il budget di ${target} è esaurito`,
  policyChanged: target => `Le regole per ${target} sono diventate più severe`,
  ended: target => `${target} ha raggiunto la data di fine`,
  disconnected: platform => `L'account ${platform} è stato scollegato`,
  platform: 'di una piattaforma',
  webhook: address => `L'endpoint webhook ${address} è stato disattivato`,
  pinLocked: device => `Troppi PIN errati su ${device}`,
  paymentFailed: 'Un pagamento non è riuscito',
  limit: quota => `È stato raggiunto un limite del piano: ${quota}`,
};
