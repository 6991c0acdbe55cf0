import type { Letter } from '../../platform/mail-document.ts';
import { MAIL_TEXTS } from '../messages/index.ts';
import type { Formats, OfferTerms, Template } from './template.ts';

export interface RewardData {
  reward: OfferTerms;
  expiresAt: string;
}

export const rewardIssued: Template<RewardData> = {
  name: locale => MAIL_TEXTS[locale].rewardIssued.name,
  sample: time => ({ reward: SAMPLE_REWARD, expiresAt: time }),
  write: (data, formats) => {
    const { texts, text, shop } = formats;
    const { intro, subject } = texts.rewardIssued;
    const offer = formats.offer(data.reward);
    return writeReward(data, formats, text(intro, { shop }), text(subject, { offer, shop }));
  },
};

export const SAMPLE_REWARD: OfferTerms = { type: 'item', value: null, name: 'Cappuccino', maxAmount: null };

/** Writes a mail about one reward. */
export function writeReward(data: RewardData, formats: Formats, intro: string, subject: string): Letter {
  const { reward, validUntil, showReward } = formats.texts.common;
  return {
    subject,
    blocks: [
      { type: 'paragraph', text: intro },
      {
        type: 'facts',
        items: [
          [reward, formats.offer(data.reward)],
          [validUntil, formats.date(data.expiresAt)],
        ],
      },
      { type: 'button', label: showReward, path: '/my/rewards' },
    ],
  };
}
