import { MAIL_TEXTS } from '../messages/index.ts';
import type { Template } from './template.ts';

export interface SubmissionWaiting {
  /** The campaign or program of the latest submission. */
  title: string | null;
  /** All submissions that wait. */
  pending: number;
}

export const submissionWaiting: Template<SubmissionWaiting> = {
  name: locale => MAIL_TEXTS[locale].submissionWaiting.name,
  sample: () => ({ title: 'Story of the week', pending: 3 }),
  write: ({ title, pending }, { texts: { submissionWaiting: t }, text }) => ({
    subject: text(t.subject, { count: pending }),
    blocks: [
      { type: 'paragraph', text: title === null ? t.intro : text(t.introOf, { title }) },
      { type: 'button', label: t.review, path: '/dashboard/reviews' },
    ],
  }),
};
