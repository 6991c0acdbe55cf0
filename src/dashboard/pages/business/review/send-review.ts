import type { BulkReviewed, Review, Reviewed } from '../../../../submissions/model.ts';
import { ApiError, call } from '../../../data/api.ts';

/** Error codes of a submission that another reviewer decided first. */
const NO_LONGER_PENDING = ['ALREADY_REVIEWED', 'NOT_FOUND'];

export type Decision = Omit<Review, 'submissionId' | 'submissionIds'>;

export interface ReviewOutcome {
  decided: string[];
  /** Submissions whose decision failed and that can still be decided. */
  undecided: string[];
  /** Distinct error messages. */
  errors: string[];
}

/** Sends a decision for one or more submissions. @throws ApiError if the decision of a single one fails */
export async function sendReview(ids: string[], decision: Decision): Promise<ReviewOutcome> {
  const [onlyId] = ids;
  if (ids.length === 1 && onlyId) {
    return sendSingleReview({ submissionId: onlyId, ...decision });
  }
  const { items } = await post<BulkReviewed>({ submissionIds: ids, ...decision });
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
    await post<Reviewed>(review);
    return { decided: [review.submissionId], undecided: [], errors: [] };
  } catch (cause) {
    if (cause instanceof ApiError && NO_LONGER_PENDING.includes(cause.code))
      return { decided: [], undecided: [], errors: [cause.message] };
    throw cause;
  }
}

/** The request outlives the page, because a decision may be sent while the user leaves. */
function post<T>(review: Review): Promise<T> {
  return call<T>('POST', '/api/v1/submissions/review', review, { keepalive: true });
}
