import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Nowe zgłoszenia, wykorzystane kody i wszystko, co czeka na Ciebie.',
  markSeen: 'Oznacz wszystkie jako przeczytane',
  none: 'Brak powiadomień',
  noneHow: 'Tutaj pojawią się nowe zgłoszenia i wykorzystane kody.',
  sound: 'Odtwarzaj dźwięk przy nowych powiadomieniach',
  soundHint: 'Dotyczy Ciebie w tej przeglądarce.',
  customer: 'Klient',
  program: 'program',
  newFor: (target, count) =>
    `${plural(count, { one: '# nowe zgłoszenie', few: '# nowe zgłoszenia', many: '# nowych zgłoszeń', other: '# nowe zgłoszenia' })}: ${target}`,
  submitted: (who, target) => `${who}: nowy dowód do ${target}`,
  resubmitted: (who, target) => `${who}: ponowny dowód do ${target}`,
  overdue: who => `Weryfikacja zgłoszenia po terminie: ${who}`,
  redeemed: who => `${who}: wykorzystano nagrodę`,
  budget: target => `Budżet wyczerpany: ${target}`,
  policyChanged: target => `Zasady dla ${target} zaostrzono`,
  ended: target => `Minęła data końcowa: ${target}`,
  disconnected: platform => `Odłączono konto: ${platform}`,
  platform: 'platforma',
  webhook: address => `Wyłączono punkt końcowy webhooka ${address}`,
  pinLocked: device => `Zbyt wiele błędnych PIN-ów na urządzeniu ${device}`,
  paymentFailed: 'Płatność się nie powiodła',
  limit: quota => `Osiągnięto limit planu: ${quota}`,
};
