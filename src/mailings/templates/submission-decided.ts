import type { Locale } from '../../platform/locales.ts';
import type { Block } from '../rules/document.ts';
import { COMMON } from './common.ts';
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

interface Texts {
  name: string;
  approved(shop: string): string;
  rejected(shop: string): string;
  campaign: string;
  reason: string;
  showDetails: string;
  subjectReward(offer: string, shop: string): string;
  subjectApproved(shop: string): string;
  subjectRejected(shop: string): string;
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    name: 'Decisions on your proof',
    approved: shop => `${shop} approved what you sent.`,
    rejected: shop => `${shop} did not approve what you sent.`,
    campaign: 'Campaign',
    reason: 'Reason',
    showDetails: 'Show details',
    subjectReward: (offer, shop) => `Approved: ${offer} at ${shop}`,
    subjectApproved: shop => `Approved by ${shop}`,
    subjectRejected: shop => `Not approved by ${shop}`,
  },
  de: {
    name: 'Entscheidungen über deine Beiträge',
    approved: shop => `${shop} hat deinen Beitrag angenommen.`,
    rejected: shop => `${shop} hat deinen Beitrag abgelehnt.`,
    campaign: 'Aktion',
    reason: 'Grund',
    showDetails: 'Details zeigen',
    subjectReward: (offer, shop) => `Angenommen: ${offer} bei ${shop}`,
    subjectApproved: shop => `Angenommen von ${shop}`,
    subjectRejected: shop => `Abgelehnt von ${shop}`,
  },
  es: {
    name: 'Decisiones sobre tus publicaciones',
    approved: shop => `${shop} ha aprobado tu publicación.`,
    rejected: shop => `${shop} no ha aprobado tu publicación.`,
    campaign: 'Campaña',
    reason: 'Motivo',
    showDetails: 'Ver detalles',
    subjectReward: (offer, shop) => `Aprobada: ${offer} en ${shop}`,
    subjectApproved: shop => `Aprobada por ${shop}`,
    subjectRejected: shop => `Rechazada por ${shop}`,
  },
  fr: {
    name: 'Décisions sur vos publications',
    approved: shop => `${shop} a accepté votre publication.`,
    rejected: shop => `${shop} a refusé votre publication.`,
    campaign: 'Campagne',
    reason: 'Motif',
    showDetails: 'Voir les détails',
    subjectReward: (offer, shop) => `Acceptée : ${offer} chez ${shop}`,
    subjectApproved: shop => `Acceptée par ${shop}`,
    subjectRejected: shop => `Refusée par ${shop}`,
  },
  pt: {
    name: 'Decisões sobre seus posts',
    approved: shop => `${shop} aprovou seu post.`,
    rejected: shop => `${shop} recusou seu post.`,
    campaign: 'Campanha',
    reason: 'Motivo',
    showDetails: 'Ver detalhes',
    subjectReward: (offer, shop) => `Aprovado: ${offer} em ${shop}`,
    subjectApproved: shop => `Aprovado por ${shop}`,
    subjectRejected: shop => `Recusado por ${shop}`,
  },
  it: {
    name: 'Decisioni sui tuoi post',
    approved: shop => `${shop} ha approvato il tuo post.`,
    rejected: shop => `${shop} ha rifiutato il tuo post.`,
    campaign: 'Campagna',
    reason: 'Motivo',
    showDetails: 'Vedi dettagli',
    subjectReward: (offer, shop) => `Approvato: ${offer} da ${shop}`,
    subjectApproved: shop => `Approvato da ${shop}`,
    subjectRejected: shop => `Rifiutato da ${shop}`,
  },
  nl: {
    name: 'Beslissingen over je posts',
    approved: shop => `${shop} heeft je post goedgekeurd.`,
    rejected: shop => `${shop} heeft je post afgewezen.`,
    campaign: 'Actie',
    reason: 'Reden',
    showDetails: 'Details tonen',
    subjectReward: (offer, shop) => `Goedgekeurd: ${offer} bij ${shop}`,
    subjectApproved: shop => `Goedgekeurd door ${shop}`,
    subjectRejected: shop => `Afgewezen door ${shop}`,
  },
  pl: {
    name: 'Decyzje o Twoich postach',
    approved: shop => `${shop}: Twój post został przyjęty.`,
    rejected: shop => `${shop}: Twój post został odrzucony.`,
    campaign: 'Kampania',
    reason: 'Powód',
    showDetails: 'Pokaż szczegóły',
    subjectReward: (offer, shop) => `Przyjęto: ${offer} w ${shop}`,
    subjectApproved: shop => `Przyjęto w ${shop}`,
    subjectRejected: shop => `Odrzucono w ${shop}`,
  },
  tr: {
    name: 'Paylaşımlarınızla ilgili kararlar',
    approved: shop => `${shop} paylaşımınızı onayladı.`,
    rejected: shop => `${shop} paylaşımınızı reddetti.`,
    campaign: 'Kampanya',
    reason: 'Neden',
    showDetails: 'Ayrıntıları göster',
    subjectReward: (offer, shop) => `Onaylandı: ${offer} · ${shop}`,
    subjectApproved: shop => `${shop} onayladı`,
    subjectRejected: shop => `${shop} reddetti`,
  },
  ar: {
    name: 'القرارات بشأن منشوراتك',
    approved: shop => `وافق ${shop} على منشورك.`,
    rejected: shop => `لم يوافق ${shop} على منشورك.`,
    campaign: 'الحملة',
    reason: 'السبب',
    showDetails: 'عرض التفاصيل',
    subjectReward: (offer, shop) => `تمت الموافقة: ${offer} لدى ${shop}`,
    subjectApproved: shop => `تمت الموافقة من ${shop}`,
    subjectRejected: shop => `لم تتم الموافقة من ${shop}`,
  },
};

export const submissionDecided: Template<SubmissionDecided> = {
  name: locale => TEXTS[locale].name,
  sample: time => ({
    submissionId: 'sub_01jwnkr2g0f5v9t8d6mxyq4h01',
    isApproved: true,
    title: 'Story of the week',
    reason: null,
    reward: { type: 'fixed', value: 5, name: null, maxAmount: null },
    expiresAt: time,
  }),
  write: ({ submissionId, isApproved, title, reward, expiresAt, reason }, formats) => {
    const { shop, locale } = formats;
    const [t, common] = [TEXTS[locale], COMMON[locale]];
    const offer = isApproved && reward ? formats.offer(reward) : null;
    const items: [string, string][] = [];
    if (title) items.push([t.campaign, title]);
    if (offer) items.push([common.reward, offer]);
    if (offer && expiresAt) items.push([common.validUntil, formats.date(expiresAt)]);
    if (!isApproved && reason) items.push([t.reason, reason]);
    const blocks: Block[] = [
      { type: 'paragraph', text: isApproved ? t.approved(shop) : t.rejected(shop) },
      { type: 'facts', items },
      offer
        ? { type: 'button', label: common.showReward, path: '/my/rewards' }
        : { type: 'button', label: t.showDetails, path: `/my/submissions/${submissionId}` },
    ];
    if (offer) return { subject: t.subjectReward(offer, shop), blocks };
    return { subject: isApproved ? t.subjectApproved(shop) : t.subjectRejected(shop), blocks };
  },
};
