import type { Campaign } from '../../../campaigns/model.ts';
import type { BulkReviewed, Review, Reviewed, Submission } from '../../../submissions/model.ts';
import { api, send } from '../../data/api.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { tenant } from '../../data/session.ts';

/** As much as one sitting takes; the list says what is left beyond. */
const SHOWN = 50;

export interface Queue {
  items: Submission[];
  total: number;
  campaigns: Record<string, Campaign>;
}

/** Proof in a status with the campaigns it belongs to: the longest waiting first, or the last decided. */
export function useQueue(status: Submission['status']): Resource<Queue> {
  return useResource(
    async abort => {
      const read = (page: number) =>
        send(api.submissions.get({ query: { status, page, perPage: SHOWN, ...tenant() }, ...abort }));
      const newest = await read(1);
      const { total, totalPages } = newest.pagination;
      const isWaiting = status === 'pending';
      const items = isWaiting && totalPages > 1 ? (await read(totalPages)).items : newest.items;
      const ids = [...new Set(items.flatMap(({ campaignId }) => campaignId ?? []))];
      const campaigns = await Promise.all(ids.map(id => send(api.campaigns({ id }).get(abort))));
      return {
        items: isWaiting ? items.toReversed() : items.toSorted(byDecision),
        total,
        campaigns: Object.fromEntries(campaigns.map(campaign => [campaign.id, campaign])),
      };
    },
    [status],
    { live: ['submission.', 'reward.voided'] },
  );
}

export interface Outcome {
  /** Those that were decided. */
  done: string[];
  /** Why others were not, each reason once. */
  refused: string[];
}

/** Decides one or many. @throws ApiError when one alone is refused */
export async function decide(
  ids: string[],
  decision: Omit<Review, 'submissionId' | 'submissionIds'>,
): Promise<Outcome> {
  const [only] = ids;
  if (ids.length === 1 && only) {
    await send(api.submissions.review.post({ submissionId: only, ...decision }));
    return { done: ids, refused: [] };
  }
  const answer: Reviewed | BulkReviewed = await send(
    api.submissions.review.post({ submissionIds: ids, ...decision }),
  );
  const { items } = answer as BulkReviewed;
  return {
    done: items.filter(({ ok }) => ok).map(({ submissionId }) => submissionId),
    refused: [...new Set(items.flatMap(({ error }) => error?.message ?? []))],
  };
}

function byDecision(a: Submission, b: Submission): number {
  return (b.reviewedAt ?? '').localeCompare(a.reviewedAt ?? '');
}
