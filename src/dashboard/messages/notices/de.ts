import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Neue Einreichungen, eingelöste Codes und alles, was auf Sie wartet.',
  markSeen: 'Alle als gesehen markieren',
  none: 'Noch keine Mitteilungen',
  noneHow: 'Neue Einreichungen und eingelöste Codes erscheinen hier.',
  sound: 'Bei neuen Mitteilungen einen Ton abspielen',
  soundHint: 'Gilt für Sie in diesem Browser.',
  customer: 'Ein Kunde',
  program: 'ein Programm',
  newFor: (target, count) =>
    `${plural(count, { one: '# neue Einreichung', other: '# neue Einreichungen' })} für ${target}`,
  submitted: (who, target) => `${who} hat einen Nachweis für ${target} eingereicht`,
  resubmitted: (who, target) => `${who} hat erneut einen Nachweis für ${target} eingereicht`,
  overdue: who => `Die Prüfung einer Einreichung ist überfällig: ${who}`,
  redeemed: who => `${who} hat eine Prämie eingelöst`,
  budget: target => `Das Budget von ${target} ist aufgebraucht`,
  policyChanged: target => `Für ${target} gelten strengere Regeln`,
  ended: target => `${target} hat das Enddatum erreicht`,
  disconnected: platform => `Das Konto bei ${platform} wurde getrennt`,
  platform: 'einer Plattform',
  webhook: address => `Der Webhook-Endpunkt ${address} wurde deaktiviert`,
  pinLocked: device => `Zu viele falsche PINs an ${device}`,
  paymentFailed: 'Eine Zahlung ist fehlgeschlagen',
  limit: quota => `Eine Grenze des Tarifs ist erreicht: ${quota}`,
};
