import { DAY_MS, iso } from '../../platform/clock.ts';
import { formatCount } from '../../platform/plural.ts';
import type { Block } from '../rules/document.ts';
import type { Template } from './template.ts';

export interface BusinessWeekly {
  /** First and last day of the week, as ISO times. */
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
  next: { title: string; reason: string }[];
}

/** The index of a week's last day. */
const LAST_DAY = 6;

export const businessWeekly: Template<BusinessWeekly> = {
  sample: time => ({
    from: iso(Date.parse(time) - LAST_DAY * DAY_MS),
    to: time,
    submissions: 24,
    approved: 18,
    rejected: 3,
    before: 19,
    cost: 90,
    redeemed: 55,
    value: 412.5,
    pending: 3,
    next: [
      { title: 'Review 3 submissions', reason: 'The oldest has waited for two days.' },
      { title: 'Extend Story of the week', reason: 'It ends on Friday and brings most submissions.' },
    ],
  }),
  write: (data, { shop, money, date }) => {
    const { from, to, submissions, approved, rejected, before, cost, redeemed, value, pending, next } = data;
    const blocks: Block[] = [
      { type: 'paragraph', text: `The week from ${date(from)} to ${date(to)} at ${shop}.` },
      { type: 'heading', text: 'What came in' },
      {
        type: 'facts',
        items: [
          ['Submissions', `${submissions} (week before: ${before})`],
          ['Approved', String(approved)],
          ['Rejected', String(rejected)],
          ['Market value of approved actions', money(value)],
        ],
      },
      { type: 'heading', text: 'What it cost' },
      {
        type: 'facts',
        items: [
          ['Rewards issued', money(cost)],
          ['Rewards redeemed', money(redeemed)],
        ],
      },
      { type: 'heading', text: 'What waits' },
    ];
    if (pending > 0) {
      blocks.push({ type: 'facts', items: [['Submissions to review', String(pending)]] });
      blocks.push({ type: 'button', label: 'Review submissions', path: '/dashboard/reviews' });
    } else blocks.push({ type: 'paragraph', text: 'Nothing. All submissions are reviewed.' });
    if (next.length > 0) {
      const items = next.map(({ title, reason }) => `${title}: ${reason}`);
      blocks.push({ type: 'heading', text: 'What to do next' }, { type: 'list', items });
    }
    blocks.push({ type: 'button', label: 'Open dashboard', path: '/dashboard' });
    return { subject: `Your week at ${shop}: ${formatCount(submissions, 'submission')}`, blocks };
  },
};
