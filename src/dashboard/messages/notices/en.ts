import { plural } from '../text.ts';

/** The notifications of a business. */
export const messages = {
  intro: 'New submissions, redeemed codes, and everything that needs you.',
  markSeen: 'Mark all as seen',
  none: 'No notifications yet',
  noneHow: 'New submissions and redeemed codes appear here.',
  sound: 'Play a sound for new notifications',
  soundHint: 'Applies to you in this browser.',
  customer: 'A customer',
  program: 'a program',
  newFor: (target: string, count: number) =>
    `${plural(count, { one: '# new submission', other: '# new submissions' })} for ${target}`,
  submitted: (who: string, target: string) => `${who} submitted proof for ${target}`,
  resubmitted: (who: string, target: string) => `${who} resubmitted proof for ${target}`,
  overdue: (who: string) => `The review of a submission is overdue: ${who}`,
  redeemed: (who: string) => `${who} redeemed a reward`,
  budget: (target: string) => `The budget of ${target} is used up`,
  policyChanged: (target: string) => `The rules for ${target} became stricter`,
  ended: (target: string) => `${target} reached its end date`,
  disconnected: (platform: string) => `The account on ${platform} was disconnected`,
  platform: 'a platform',
  webhook: (address: string) => `The webhook endpoint ${address} was disabled`,
  pinLocked: (device: string) => `Too many wrong PINs on ${device}`,
  paymentFailed: 'A payment failed',
  limit: (quota: string) => `A limit of the plan is reached: ${quota}`,
};
export type Messages = typeof messages;
