import { useMemo } from 'preact/hooks';
import type { Event as BusinessEvent } from '../../../events/model.ts';
import type {
  BulkReviewed,
  ListedSubmission,
  Review,
  Reviewed,
  Submission,
} from '../../../submissions/model.ts';
import { ApiError, api, send } from '../../data/api.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';

/** Maximum number of listed submissions; the list shows how many more there are. */
const MAX_LISTED = 50;
/** Loads more submissions when this many or fewer are left. */
const REFILL_AT = 5;
/** Time a submission must be visible before it can be approved, so that a double-click doesn't approve the next one. */
const MIN_VISIBLE_MS = 300;
/** Error codes of a submission that another reviewer decided first. */
const NO_LONGER_PENDING = ['ALREADY_REVIEWED', 'NOT_FOUND'];

export interface Queue {
  items: ListedSubmission[];
  total: number;
}

/** The submissions with a status. Decisions change the list without reloading it. */
export interface ReviewQueue extends Resource<Queue> {
  /** Ignores events about these submissions, because this page updates the list itself. */
  ignoreEvents(ids: string[]): void;
  followEvents(ids: string[]): void;
  /** Removes submissions before the server has confirmed the decision. @returns them, for `restore` */
  removeOptimistically(ids: string[]): ListedSubmission[];
  remove(ids: string[]): void;
  /** Puts back submissions whose decision failed. */
  restore(items: ListedSubmission[]): void;
  /** Returns true if the visible submission replaced another one less than 300 ms ago. */
  hasJustAdvanced(): boolean;
}

/** Loads the pending submissions, oldest first, or the decided ones, newest decision first. */
export function useReviewQueue(status: Submission['status']): ReviewQueue {
  /** Submissions that this page is deciding or has decided. */
  const ownIds = useMemo(() => new Set<string>(), []);
  const advanced = useMemo(() => ({ atMs: Number.NEGATIVE_INFINITY }), []);
  const order = status === 'pending' ? compareCreation : compareDecision;
  const resource = useResource(
    async abort => {
      const { items, total } = await loadQueue(status, abort);
      // The response may still contain submissions decided since the request was sent.
      const open = items.filter(({ id }) => !ownIds.has(id));
      return { items: open.toSorted(order), total: total - items.length + open.length };
    },
    [],
    {
      live: ['submission.', 'reward.voided'],
      handleEvent: event => ownIds.has(getObjectId(event)) || applyEvent(event),
    },
  );
  const getQueue = () => resource.data.value ?? { items: [], total: 0 };

  function remove(ids: string[]): ListedSubmission[] {
    const { items, total } = getQueue();
    const left = items.filter(({ id }) => !ids.includes(id));
    const newTotal = Math.max(left.length, total - ids.length);
    resource.set({ items: left, total: newTotal });
    const needsRefill = left.length === 0 || (left.length <= REFILL_AT && left.length < newTotal);
    if (needsRefill && !resource.isLoading.value) resource.reload();
    return items.filter(({ id }) => ids.includes(id));
  }

  /** Applies a change by someone else to the list. @returns false if the list must be reloaded */
  function applyEvent(event: BusinessEvent): boolean {
    const queue = resource.data.value;
    if (status !== 'pending' || !queue) return false;
    const id = getObjectId(event);
    const isListed = queue.items.some(item => item.id === id);
    switch (event.type) {
      case 'submission.approved':
      case 'submission.rejected':
        if (isListed) advanced.atMs = performance.now();
        if (getPreviousStatus(event) === 'pending') remove([id]);
        return true;
      case 'submission.created':
      case 'submission.resubmitted':
        if (queue.items.length < MAX_LISTED && queue.items.length >= queue.total) return false;
        resource.set({ ...queue, total: queue.total + 1 });
        return true;
      default:
        return !isListed;
    }
  }

  const ignoreEvents = (ids: string[]) => {
    for (const id of ids) ownIds.add(id);
  };
  const followEvents = (ids: string[]) => {
    for (const id of ids) ownIds.delete(id);
  };
  return {
    ...resource,
    ignoreEvents,
    followEvents,
    removeOptimistically: ids => {
      ignoreEvents(ids);
      advanced.atMs = performance.now();
      return remove(ids);
    },
    remove: ids => void remove(ids),
    restore: items => {
      followEvents(items.map(({ id }) => id));
      const queue = getQueue();
      resource.set({
        items: [...queue.items, ...items].toSorted(order),
        total: queue.total + items.length,
      });
    },
    hasJustAdvanced: () => performance.now() - advanced.atMs < MIN_VISIBLE_MS,
  };
}

async function loadQueue(
  status: Submission['status'],
  abort: { fetch: { signal: AbortSignal } },
): Promise<Queue> {
  const loadPage = (page: number) => {
    const query = { status, page, perPage: MAX_LISTED, include: 'campaign' as const, ...tenantParams() };
    return send(api.submissions.get({ query, ...abort }));
  };
  const first = await loadPage(1);
  const { total, totalPages } = first.pagination;
  if (status !== 'pending' || totalPages <= 1) return { items: first.items, total };
  // The API lists the newest first, so the oldest are on the last two pages; the last one is rarely full.
  const last = await loadPage(totalPages);
  const isFull = last.items.length >= MAX_LISTED;
  const previous = isFull ? [] : (totalPages === 2 ? first : await loadPage(totalPages - 1)).items;
  const items = new Map([...previous, ...last.items].map(item => [item.id, item]));
  return { items: [...items.values()].slice(-MAX_LISTED), total };
}

function getPreviousStatus({ data }: BusinessEvent): unknown {
  return (data.previous as { status?: string } | undefined)?.status;
}

function getObjectId({ data }: BusinessEvent): string {
  return (data.object as { id: string }).id;
}

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

function compareCreation(a: Submission, b: Submission): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
}

function compareDecision(a: Submission, b: Submission): number {
  return (b.reviewedAt ?? '').localeCompare(a.reviewedAt ?? '');
}
