import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Nieuwe inzendingen, ingewisselde codes en alles wat op je wacht.',
  markSeen: 'Alles als gezien markeren',
  none: 'Nog geen meldingen',
  noneHow: 'Nieuwe inzendingen en ingewisselde codes verschijnen hier.',
  sound: 'Geluid afspelen bij nieuwe meldingen',
  soundHint: 'Geldt voor jou in deze browser.',
  customer: 'Een klant',
  program: 'een programma',
  newFor: (target, count) =>
    `${plural(count, { one: '# nieuwe inzending', other: '# nieuwe inzendingen' })} voor ${target}`,
  submitted: (who, target) => `${who} heeft bewijs ingediend voor ${target}`,
  resubmitted: (who, target) => `${who} heeft opnieuw bewijs ingediend voor ${target}`,
  overdue: who => `De beoordeling van een inzending is te laat: ${who}`,
  redeemed: who => `${who} heeft een beloning ingewisseld`,
  budget: target => `Het budget van ${target} is op`,
  policyChanged: target => `De regels voor ${target} zijn strenger geworden`,
  ended: target => `${target} heeft de einddatum bereikt`,
  disconnected: platform => `Het account bij ${platform} is losgekoppeld`,
  platform: 'een platform',
  webhook: address => `Het webhook-endpoint ${address} is uitgeschakeld`,
  pinLocked: device => `Te veel verkeerde pincodes op ${device}`,
  paymentFailed: 'Een betaling is mislukt',
  limit: quota => `Een limiet van het abonnement is bereikt: ${quota}`,
};
