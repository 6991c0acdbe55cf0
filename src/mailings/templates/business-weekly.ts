import type { Block } from '../../platform/mail-document.ts';
import type { RecommendationType } from '../../recommendations/model.ts';
import { MAIL_TEXTS, type MailTexts } from '../messages/index.ts';
import type { Template } from './template.ts';

/** A recommendation of the letter. */
export interface NextStep {
  type: Exclude<RecommendationType, 'notEnoughData'>;
  title: string;
  reason: string;
  /** Name of the campaign that it is about. */
  campaign: string | null;
}

export interface BusinessWeekly {
  /** First and last day of the week, such as 2026-01-31. */
  from: string;
  to: string;
  submissions: number;
  approved: number;
  rejected: number;
  /** Submissions of the week before. */
  before: number;
  /** Cost of the rewards, and market value of the approved actions, in major units. */
  cost: number;
  /** Rewards that were redeemed, in major units. */
  redeemed: number;
  value: number;
  pending: number;
  /** Recommendations, most urgent first. */
  next: NextStep[];
}

export const businessWeekly: Template<BusinessWeekly> = {
  name: locale => MAIL_TEXTS[locale].businessWeekly.name,
  sample: () => ({
    from: '2026-06-01',
    to: '2026-06-07',
    submissions: 24,
    approved: 18,
    rejected: 3,
    before: 19,
    cost: 90,
    redeemed: 55,
    value: 412.5,
    pending: 3,
    next: [
      {
        type: 'reviewBacklog',
        title: 'Review 3 submissions',
        reason: 'The oldest has waited for two days',
        campaign: null,
      },
      {
        type: 'campaignEnding',
        title: 'Extend Story of the week',
        reason: 'It ends on Friday',
        campaign: 'Story of the week',
      },
    ],
  }),
  write: (data, { texts, text, shop, money, number, day }) => {
    const t = texts.businessWeekly;
    const { from, to, submissions, before, approved, rejected, value, cost, redeemed, pending, next } = data;
    const blocks: Block[] = [
      { type: 'paragraph', text: text(t.week, { from: day(from), to: day(to) }) },
      { type: 'heading', text: t.cameIn },
      {
        type: 'facts',
        items: [
          [t.submissions, number(submissions)],
          [t.before, number(before)],
          [t.approved, number(approved)],
          [t.rejected, number(rejected)],
          [t.value, money(value)],
        ],
      },
      { type: 'heading', text: t.cost },
      {
        type: 'facts',
        items: [
          [t.issued, money(cost)],
          [t.redeemed, money(redeemed)],
        ],
      },
      { type: 'heading', text: t.waits },
    ];
    if (pending > 0) {
      blocks.push({ type: 'facts', items: [[t.toReview, number(pending)]] });
      blocks.push({ type: 'button', label: t.review, path: '/dashboard/reviews' });
    } else blocks.push({ type: 'paragraph', text: t.nothingWaits });
    if (next.length > 0) {
      blocks.push({ type: 'heading', text: t.next });
      blocks.push({ type: 'list', items: next.map(step => toStep(step, texts)) });
    }
    blocks.push({ type: 'button', label: t.openDashboard, path: '/dashboard' });
    return { subject: text(t.subject, { shop }), blocks };
  },
};

function toStep({ type, title, reason, campaign }: NextStep, { weeklyActions }: MailTexts): string {
  const action = weeklyActions[type];
  if (!action) return `${title}: ${reason}`;
  return campaign ? `${action}: ${campaign}` : action;
}
