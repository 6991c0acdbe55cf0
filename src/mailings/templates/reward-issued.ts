import type { Locale } from '../../platform/locales.ts';
import type { Letter } from '../rules/document.ts';
import { COMMON } from './common.ts';
import type { Formats, OfferTerms, Template } from './template.ts';

export interface RewardData {
  reward: OfferTerms;
  expiresAt: string;
}

interface Texts {
  name: string;
  intro(shop: string): string;
  subject(offer: string, shop: string): string;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    name: 'New rewards',
    intro: shop => `You have a new reward at ${shop}. Show its code at the counter.`,
    subject: (offer, shop) => `Your reward at ${shop}: ${offer}`,
  },
  de: {
    name: 'Neue Prämien',
    intro: shop => `Du hast eine neue Prämie bei ${shop}. Zeig den Code an der Kasse.`,
    subject: (offer, shop) => `Deine Prämie bei ${shop}: ${offer}`,
  },
  es: {
    name: 'Nuevas recompensas',
    intro: shop => `Tienes una nueva recompensa en ${shop}. Enseña su código en caja.`,
    subject: (offer, shop) => `Tu recompensa en ${shop}: ${offer}`,
  },
  fr: {
    name: 'Nouvelles récompenses',
    intro: shop => `Vous avez une nouvelle récompense chez ${shop}. Présentez son code en caisse.`,
    subject: (offer, shop) => `Votre récompense chez ${shop} : ${offer}`,
  },
  pt: {
    name: 'Novas recompensas',
    intro: shop => `Você tem uma nova recompensa em ${shop}. Mostre o código no caixa.`,
    subject: (offer, shop) => `Sua recompensa em ${shop}: ${offer}`,
  },
  it: {
    name: 'Nuovi premi',
    intro: shop => `Hai un nuovo premio da ${shop}. Mostra il codice alla cassa.`,
    subject: (offer, shop) => `Il tuo premio da ${shop}: ${offer}`,
  },
  nl: {
    name: 'Nieuwe beloningen',
    intro: shop => `Je hebt een nieuwe beloning bij ${shop}. Laat de code zien aan de kassa.`,
    subject: (offer, shop) => `Je beloning bij ${shop}: ${offer}`,
  },
  pl: {
    name: 'Nowe nagrody',
    intro: shop => `Masz nową nagrodę w ${shop}. Pokaż jej kod przy kasie.`,
    subject: (offer, shop) => `Twoja nagroda w ${shop}: ${offer}`,
  },
  tr: {
    name: 'Yeni ödüller',
    intro: shop => `${shop} için yeni bir ödülünüz var. Kodunu kasada gösterin.`,
    subject: (offer, shop) => `${shop} ödülünüz: ${offer}`,
  },
  ar: {
    name: 'المكافآت الجديدة',
    intro: shop => `لديك مكافأة جديدة لدى ${shop}. يُعرض رمزها عند الدفع.`,
    subject: (offer, shop) => `مكافأتك لدى ${shop}: ${offer}`,
  },
};

export const rewardIssued: Template<RewardData> = {
  name: locale => TEXTS[locale].name,
  sample: time => ({ reward: SAMPLE_REWARD, expiresAt: time }),
  write: (data, formats) => {
    const { intro, subject } = TEXTS[formats.locale];
    const offer = formats.offer(data.reward);
    return writeReward(data, formats, intro(formats.shop), subject(offer, formats.shop));
  },
};

export const SAMPLE_REWARD: OfferTerms = { type: 'item', value: null, name: 'Cappuccino', maxAmount: null };

/** Writes a mail about one reward. */
export function writeReward(data: RewardData, formats: Formats, intro: string, subject: string): Letter {
  const { reward, validUntil, showReward } = COMMON[formats.locale];
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
