import type { Block } from '../../platform/mail-document.ts';
import { MAIL_TEXTS } from '../messages/index.ts';
import type { OfferTerms, Template } from './template.ts';

export interface SubmissionDecided {
  submissionId: string;
  isApproved: boolean;
  /** Name of the campaign or program; null if it has none any more. */
  title: string | null;
  /** Why it was rejected, in the reviewer's words. */
  reason: string | null;
  reward: OfferTerms | null;
  expiresAt: string | null;
}

export const submissionDecided: Template<SubmissionDecided> = {
  name: locale => MAIL_TEXTS[locale].submissionDecided.name,
  sample: time => ({
    submissionId: 'sub_01jwnkr2g0f5v9t8d6mxyq4h01',
    isApproved: true,
    title: 'Story of the week',
    reason: null,
    reward: { type: 'fixed', value: 5, name: null, maxAmount: null },
    expiresAt: time,
  }),
  write: ({ submissionId, isApproved, title, reward, expiresAt, reason }, formats) => {
    const { shop, text } = formats;
    const { submissionDecided: t, common } = formats.texts;
    const offer = isApproved && reward ? formats.offer(reward) : null;
    const items: [string, string][] = [];
    if (title) items.push([t.campaign, title]);
    if (offer) items.push([common.reward, offer]);
    if (offer && expiresAt) items.push([common.validUntil, formats.date(expiresAt)]);
    if (!isApproved && reason) items.push([t.reason, reason]);
    const blocks: Block[] = [
      { type: 'paragraph', text: text(isApproved ? t.approved : t.rejected, { shop }) },
      { type: 'facts', items },
      offer
        ? { type: 'button', label: common.showReward, path: '/my/rewards' }
        : { type: 'button', label: t.showDetails, path: `/my/submissions/${submissionId}` },
    ];
    if (offer) return { subject: text(t.subjectReward, { offer, shop }), blocks };
    return { subject: text(isApproved ? t.subjectApproved : t.subjectRejected, { shop }), blocks };
  },
};
