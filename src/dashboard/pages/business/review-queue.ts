import { useMemo } from 'preact/hooks';
import type { Event as BusinessEvent } from '../../../events/model.ts';
import type {
  BulkReviewed,
  ListedSubmission,
  Review,
  Reviewed,
  Submission,
} from '../../../submissions/model.ts';
import { api, send } from '../../data/api.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';

/** As much as one sitting takes; the list says what is left beyond. */
const SHOWN = 50;
/** With so few left of more, the next are read. */
const REFILL_AT = 5;
/** What takes the place of a decided submission is to be seen before a second press decides it, too. */
const MIN_LOOK_MS = 300;
/** Another reviewer was first: there is nothing to put back. */
const GONE = ['ALREADY_REVIEWED', 'NOT_FOUND'];

export interface Queue {
  items: ListedSubmission[];
  total: number;
}

/** The submissions of a status with the changes that this page makes to them, each without reading the list again. */
export interface ReviewQueue extends Resource<Queue> {
  /** Events about these are this page's own from now on. */
  claim(ids: string[]): void;
  release(ids: string[]): void;
  /** Takes out what is about to be decided. @returns it, to be given back when deciding it fails */
  take(ids: string[]): ListedSubmission[];
  /** Takes out what was decided. */
  remove(ids: string[]): void;
  giveBack(items: ListedSubmission[]): void;
  /** Whether what is shown took another's place only just now. */
  hasJustMoved(): boolean;
}

/** Proof in a status: the longest waiting first, or the last decided. */
export function useQueue(status: Submission['status']): ReviewQueue {
  /** Being decided by this page, or decided. */
  const own = useMemo(() => new Set<string>(), [status]);
  const moved = useMemo(() => ({ atMs: Number.NEGATIVE_INFINITY }), []);
  const order = status === 'pending' ? byCreation : byDecision;
  const resource = useResource(
    async abort => {
      const { items, total } = await readQueue(status, abort);
      // An answer that was on its way shows what was decided meanwhile.
      const left = items.filter(({ id }) => !own.has(id));
      return { items: left.toSorted(order), total: total - items.length + left.length };
    },
    [status],
    { live: ['submission.', 'reward.voided'], handleEvent: event => own.has(idOf(event)) || handles(event) },
  );

  function drop(ids: string[]): ListedSubmission[] {
    const { items, total } = resource.data.value ?? { items: [], total: 0 };
    const [dropped, left] = [true, false].map(isDropped =>
      items.filter(({ id }) => ids.includes(id) === isDropped),
    ) as [ListedSubmission[], ListedSubmission[]];
    const rest = Math.max(left.length, total - ids.length);
    resource.set({ items: left, total: rest });
    const isNearEnd = left.length === 0 || (left.length <= REFILL_AT && left.length < rest);
    if (isNearEnd && !resource.isLoading.value) resource.reload();
    return dropped;
  }

  /** What others do to proof that waits, as far as the list here can follow it. */
  function handles(event: BusinessEvent): boolean {
    const queue = resource.data.value;
    if (status !== 'pending' || !queue) return false;
    const isListed = queue.items.some(({ id }) => id === idOf(event));
    switch (event.type) {
      case 'submission.approved':
      case 'submission.rejected':
        if (isListed) moved.atMs = performance.now();
        if (statusBefore(event) === 'pending') drop([idOf(event)]);
        return true;
      case 'submission.created':
      case 'submission.resubmitted':
        if (queue.items.length < SHOWN && queue.items.length >= queue.total) return false;
        resource.set({ ...queue, total: queue.total + 1 });
        return true;
      default:
        return !isListed;
    }
  }

  return {
    ...resource,
    claim: ids => {
      for (const id of ids) own.add(id);
    },
    release: ids => {
      for (const id of ids) own.delete(id);
    },
    take: ids => {
      for (const id of ids) own.add(id);
      moved.atMs = performance.now();
      return drop(ids);
    },
    remove: ids => void drop(ids),
    giveBack: items => {
      for (const { id } of items) own.delete(id);
      const { items: left, total } = resource.data.value ?? { items: [], total: 0 };
      resource.set({ items: [...left, ...items].toSorted(order), total: total + items.length });
    },
    hasJustMoved: () => performance.now() - moved.atMs < MIN_LOOK_MS,
  };
}

async function readQueue(
  status: Submission['status'],
  abort: { fetch: { signal: AbortSignal } },
): Promise<Queue> {
  const read = (page: number) =>
    send(
      api.submissions.get({
        query: { status, page, perPage: SHOWN, include: 'campaign', ...tenantParams() },
        ...abort,
      }),
    );
  const first = await read(1);
  const { total, totalPages } = first.pagination;
  if (status !== 'pending' || totalPages <= 1) return { items: first.items, total };
  // The list begins with the newest, so the oldest are on its last pages, and the very last is seldom full.
  const last = await read(totalPages);
  const isFull = last.items.length >= SHOWN;
  const before = isFull ? [] : (totalPages === 2 ? first : await read(totalPages - 1)).items;
  const items = new Map([...before, ...last.items].map(item => [item.id, item]));
  return { items: [...items.values()].slice(-SHOWN), total };
}

function statusBefore({ data }: BusinessEvent): unknown {
  return (data.previous as { status?: string } | undefined)?.status;
}

function idOf({ data }: BusinessEvent): string {
  return (data.object as { id: string }).id;
}

export interface Outcome {
  /** Those that were decided. */
  done: string[];
  /** Those that still wait. */
  left: string[];
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
    return { done: ids, left: [], refused: [] };
  }
  const answer: Reviewed | BulkReviewed = await send(
    api.submissions.review.post({ submissionIds: ids, ...decision }),
  );
  const { items } = answer as BulkReviewed;
  const idsOf = (isWanted: (item: (typeof items)[number]) => boolean) =>
    items.filter(isWanted).map(({ submissionId }) => submissionId);
  return {
    done: idsOf(({ ok }) => ok),
    left: idsOf(({ ok, error }) => !ok && !isGone(error?.code)),
    refused: [...new Set(items.flatMap(({ error }) => error?.message ?? []))],
  };
}

/** Whether a refusal says that the submission no longer waits. */
export function isGone(code: string | undefined): boolean {
  return code !== undefined && GONE.includes(code);
}

function byCreation(a: Submission, b: Submission): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
}

function byDecision(a: Submission, b: Submission): number {
  return (b.reviewedAt ?? '').localeCompare(a.reviewedAt ?? '');
}
