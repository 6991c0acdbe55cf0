import type { Locale } from '../../platform/locales.ts';
import type { Template } from './template.ts';

export interface TierReached {
  programId: string;
  program: string;
  tier: string;
  points: number;
}

interface Texts {
  name: string;
  intro: string;
  tier: string;
  program: string;
  points: string;
  showBenefits: string;
  subject(tier: string, shop: string): string;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    name: 'New tiers',
    intro: 'Your points have reached a higher tier. Thank you!',
    tier: 'Tier',
    program: 'Program',
    points: 'Points',
    showBenefits: 'Show benefits',
    subject: (tier, shop) => `You reached ${tier} at ${shop}`,
  },
  de: {
    name: 'Neue Stufen',
    intro: 'Mit deinen Punkten hast du eine höhere Stufe erreicht. Danke!',
    tier: 'Stufe',
    program: 'Programm',
    points: 'Punkte',
    showBenefits: 'Vorteile zeigen',
    subject: (tier, shop) => `Du hast ${tier} bei ${shop} erreicht`,
  },
  es: {
    name: 'Nuevos niveles',
    intro: 'Con tus puntos has alcanzado un nivel superior. ¡Gracias!',
    tier: 'Nivel',
    program: 'Programa',
    points: 'Puntos',
    showBenefits: 'Ver ventajas',
    subject: (tier, shop) => `Has alcanzado ${tier} en ${shop}`,
  },
  fr: {
    name: 'Nouveaux niveaux',
    intro: 'Vos points vous ont fait atteindre un niveau supérieur. Merci !',
    tier: 'Niveau',
    program: 'Programme',
    points: 'Points',
    showBenefits: 'Voir les avantages',
    subject: (tier, shop) => `Vous avez atteint ${tier} chez ${shop}`,
  },
  pt: {
    name: 'Novos níveis',
    intro: 'Com seus pontos, você alcançou um nível superior. Obrigado!',
    tier: 'Nível',
    program: 'Programa',
    points: 'Pontos',
    showBenefits: 'Ver vantagens',
    subject: (tier, shop) => `Você alcançou ${tier} em ${shop}`,
  },
  it: {
    name: 'Nuovi livelli',
    intro: 'Con i tuoi punti hai raggiunto un livello superiore. Grazie!',
    tier: 'Livello',
    program: 'Programma',
    points: 'Punti',
    showBenefits: 'Vedi i vantaggi',
    subject: (tier, shop) => `Hai raggiunto ${tier} da ${shop}`,
  },
  nl: {
    name: 'Nieuwe niveaus',
    intro: 'Met je punten heb je een hoger niveau bereikt. Bedankt!',
    tier: 'Niveau',
    program: 'Programma',
    points: 'Punten',
    showBenefits: 'Voordelen tonen',
    subject: (tier, shop) => `Je hebt ${tier} bereikt bij ${shop}`,
  },
  pl: {
    name: 'Nowe poziomy',
    intro: 'Dzięki punktom osiągasz wyższy poziom. Dziękujemy!',
    tier: 'Poziom',
    program: 'Program',
    points: 'Punkty',
    showBenefits: 'Pokaż korzyści',
    subject: (tier, shop) => `Osiągasz poziom ${tier} w ${shop}`,
  },
  tr: {
    name: 'Yeni seviyeler',
    intro: 'Puanlarınızla daha yüksek bir seviyeye ulaştınız. Teşekkürler!',
    tier: 'Seviye',
    program: 'Program',
    points: 'Puan',
    showBenefits: 'Avantajları göster',
    subject: (tier, shop) => `${shop}: ${tier} seviyesine ulaştınız`,
  },
  ar: {
    name: 'المستويات الجديدة',
    intro: 'بلغت نقاطك مستوى أعلى. شكرًا!',
    tier: 'المستوى',
    program: 'البرنامج',
    points: 'النقاط',
    showBenefits: 'عرض المزايا',
    subject: (tier, shop) => `بلوغ مستوى ${tier} لدى ${shop}`,
  },
};

export const tierReached: Template<TierReached> = {
  name: locale => TEXTS[locale].name,
  sample: () => ({
    programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h03',
    program: 'Regulars',
    tier: 'Gold',
    points: 500,
  }),
  write: ({ programId, program, tier, points }, { locale, shop, number }) => {
    const t = TEXTS[locale];
    return {
      subject: t.subject(tier, shop),
      blocks: [
        { type: 'paragraph', text: t.intro },
        {
          type: 'facts',
          items: [
            [t.tier, tier],
            [t.program, program],
            [t.points, number(points)],
          ],
        },
        { type: 'button', label: t.showBenefits, path: `/my/programs/${programId}` },
      ],
    };
  },
};
