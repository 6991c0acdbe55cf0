import { MAIL_TEXTS } from '../messages/index.ts';
import { type RewardData, SAMPLE_REWARD, writeReward } from './reward-issued.ts';
import type { Template } from './template.ts';

export const rewardExpiring: Template<RewardData> = {
  name: locale => MAIL_TEXTS[locale].rewardExpiring.name,
  sample: time => ({ reward: SAMPLE_REWARD, expiresAt: time }),
  write: (data, formats) => {
    const { texts, text, shop } = formats;
    const { intro, subject } = texts.rewardExpiring;
    const values = { date: formats.date(data.expiresAt), offer: formats.offer(data.reward), shop };
    return writeReward(data, formats, text(intro, { shop }), text(subject, values));
  },
};
