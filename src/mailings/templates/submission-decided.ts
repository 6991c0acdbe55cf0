import type { Block } from '../rules/document.ts';
import type { Template } from './template.ts';

export interface SubmissionDecided {
  submissionId: string;
  isApproved: boolean;
  /** Name of the campaign or program. */
  title: string;
  /** Why it was rejected, in the reviewer's words. */
  reason: string | null;
  /** The reward in words. */
  offer: string | null;
  expiresAt: string | null;
}

export const submissionDecided: Template<SubmissionDecided> = {
  sample: time => ({
    submissionId: 'sub_01jwnkr2g0f5v9t8d6mxyq4h01',
    isApproved: true,
    title: 'Story of the week',
    reason: null,
    offer: '$5 off',
    expiresAt: time,
  }),
  write: (data, { shop, date }) => {
    const { isApproved, title, offer, expiresAt, reason } = data;
    const blocks: Block[] = [];
    if (isApproved) blocks.push({ type: 'paragraph', text: `${shop} approved what you sent for ${title}.` });
    else blocks.push({ type: 'paragraph', text: `${shop} did not approve what you sent for ${title}.` });
    if (isApproved && offer) {
      const items: [string, string][] = [['Your reward', offer]];
      if (expiresAt) items.push(['Valid until', date(expiresAt)]);
      blocks.push({ type: 'facts', items });
      blocks.push({ type: 'button', label: 'Show reward', path: '/my/rewards' });
      return { subject: `Approved: ${offer} at ${shop}`, blocks };
    }
    if (!isApproved && reason) blocks.push({ type: 'facts', items: [['Reason', reason]] });
    blocks.push({ type: 'button', label: 'Show details', path: `/my/submissions/${data.submissionId}` });
    return { subject: isApproved ? `Approved: ${title}` : `Not approved: ${title}`, blocks };
  },
};
