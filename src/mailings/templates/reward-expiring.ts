import type { Locale } from '../../platform/locales.ts';
import { type RewardData, SAMPLE_REWARD, writeReward } from './reward-issued.ts';
import type { Template } from './template.ts';

interface Texts {
  name: string;
  intro(shop: string): string;
  subject(date: string, offer: string, shop: string): string;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    name: 'Expiring rewards',
    intro: shop => `You have not used your reward at ${shop} yet, and it expires soon.`,
    subject: (date, offer, shop) => `Use it until ${date}: ${offer} at ${shop}`,
  },
  de: {
    name: 'Ablaufende Prämien',
    intro: shop => `Du hast deine Prämie bei ${shop} noch nicht eingelöst, und sie läuft bald ab.`,
    subject: (date, offer, shop) => `Bis ${date} einlösen: ${offer} bei ${shop}`,
  },
  es: {
    name: 'Recompensas que caducan',
    intro: shop => `Aún no has usado tu recompensa en ${shop} y caduca pronto.`,
    subject: (date, offer, shop) => `Úsala hasta el ${date}: ${offer} en ${shop}`,
  },
  fr: {
    name: 'Récompenses qui expirent',
    intro: shop => `Vous n'avez pas encore utilisé votre récompense chez ${shop}, et elle expire bientôt.`,
    subject: (date, offer, shop) => `À utiliser jusqu'au ${date} : ${offer} chez ${shop}`,
  },
  pt: {
    name: 'Recompensas que vencem',
    intro: shop => `Você ainda não usou sua recompensa em ${shop}, e ela vence em breve.`,
    subject: (date, offer, shop) => `Use até ${date}: ${offer} em ${shop}`,
  },
  it: {
    name: 'Premi in scadenza',
    intro: shop => `Non hai ancora usato il tuo premio da ${shop} e sta per scadere.`,
    subject: (date, offer, shop) => `Da usare entro il ${date}: ${offer} da ${shop}`,
  },
  nl: {
    name: 'Beloningen die verlopen',
    intro: shop => `Je hebt je beloning bij ${shop} nog niet gebruikt, en hij verloopt binnenkort.`,
    subject: (date, offer, shop) => `Gebruik hem tot en met ${date}: ${offer} bij ${shop}`,
  },
  pl: {
    name: 'Wygasające nagrody',
    intro: shop => `Twoja nagroda w ${shop} nie została jeszcze wykorzystana i wkrótce wygaśnie.`,
    subject: (date, offer, shop) => `Do wykorzystania do ${date}: ${offer} w ${shop}`,
  },
  tr: {
    name: 'Süresi dolan ödüller',
    intro: shop => `${shop} ödülünüzü henüz kullanmadınız ve süresi yakında doluyor.`,
    subject: (date, offer, shop) => `Son gün ${date}: ${offer} · ${shop}`,
  },
  ar: {
    name: 'مكافآت على وشك الانتهاء',
    intro: shop => `لم تُستخدم مكافأتك لدى ${shop} بعد، وستنتهي صلاحيتها قريبًا.`,
    subject: (date, offer, shop) => `صالحة حتى ${date}: ${offer} لدى ${shop}`,
  },
};

export const rewardExpiring: Template<RewardData> = {
  name: locale => TEXTS[locale].name,
  sample: time => ({ reward: SAMPLE_REWARD, expiresAt: time }),
  write: (data, formats) => {
    const { intro, subject } = TEXTS[formats.locale];
    const line = subject(formats.date(data.expiresAt), formats.offer(data.reward), formats.shop);
    return writeReward(data, formats, intro(formats.shop), line);
  },
};
