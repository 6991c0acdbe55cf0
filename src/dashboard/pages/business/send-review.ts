import type { BulkReviewed, Review, Reviewed } from '../../../submissions/model.ts';
import { ApiError, api, send } from '../../data/api.ts';

/** Error codes of a submission that another reviewer decided first. */
const NO_LONGER_PENDING = ['ALREADY_REVIEWED', 'NOT_FOUND'];

export interface ReviewOutcome {
  decided: string[];
  /** Submissions whose decision failed and that can still be decided. */
  undecided: string[];
  /** Distinct error messages. */
  errors: string[];
}

/** Sends a decision for one or more submissions. @throws ApiError if the decision of a single one fails */
export async function sendReview(
  ids: string[],
  decision: Omit<Review, 'submissionId' | 'submissionIds'>,
): Promise<ReviewOutcome> {
  const [onlyId] = ids;
  if (ids.length === 1 && onlyId) {
    return sendSingleReview({ submissionId: onlyId, ...decision });
  }
  const response: Reviewed | BulkReviewed = await send(
    api.submissions.review.post({ submissionIds: ids, ...decision }),
  );
  const { items } = response as BulkReviewed;
  const listIds = (isIncluded: (item: (typeof items)[number]) => boolean) =>
    items.filter(isIncluded).map(({ submissionId }) => submissionId);
  return {
    decided: listIds(({ ok }) => ok),
    undecided: listIds(({ ok, error }) => !ok && !NO_LONGER_PENDING.includes(error?.code ?? '')),
    errors: [...new Set(items.flatMap(({ error }) => error?.message ?? []))],
  };
}

async function sendSingleReview(review: Review & { submissionId: string }): Promise<ReviewOutcome> {
  try {
    await send(api.submissions.review.post(review));
    return { decided: [review.submissionId], undecided: [], errors: [] };
  } catch (cause) {
    if (cause instanceof ApiError && NO_LONGER_PENDING.includes(cause.code))
      return { decided: [], undecided: [], errors: [cause.message] };
    throw cause;
  }
}
