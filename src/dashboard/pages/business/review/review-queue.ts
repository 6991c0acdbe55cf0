import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Event as BusinessEvent } from '../../../../events/model.ts';
import type { ListedSubmission, Submission } from '../../../../submissions/model.ts';
import { type ApiError, api, send } from '../../../data/api.ts';
import { sendHeldOnLeave } from '../../../data/held-action.ts';
import { pageQuery } from '../../../data/paging.ts';
import { type Resource, useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { readFilters } from './review-filters.tsx';
import { type Queue, readUndecided } from './review-reading.ts';

/** Pending submissions per request; the queue loads the next ones before these are decided. */
const PENDING_PER_PAGE = 50;
const DECIDED_PER_PAGE = 20;
/** Loads more submissions when this many or fewer are left. */
const REFILL_AT = 5;
/** Time a submission must be visible before it can be approved, so that a double-click doesn't approve the next one. */
const MIN_VISIBLE_MS = 300;

/** The submissions with a status. Decisions change the list without reloading it. */
export interface ReviewQueue extends Resource<Queue> {
  /** Removes submissions before their decision is sent, and ignores their events from now on. @returns them */
  removeOptimistically(ids: string[]): ListedSubmission[];
  /** Waits with loading others until a decision is stored. */
  trackDecision(decision: Promise<unknown>): void;
  /** Puts back submissions whose decision failed or was undone, unless someone else has decided them. */
  restore(items: ListedSubmission[]): void;
  /** Why the last decision about a submission failed, by its id. */
  failures: Signal<Record<string, ApiError | undefined>>;
  /** Returns true if the visible submission replaced another one less than 300 ms ago. */
  hasJustAdvanced(): boolean;
}

/** Loads the pending submissions, oldest first, or a page of the decided ones, newest decision first. */
export function useReviewQueue(status: Submission['status']): ReviewQueue {
  const own = useMemo(trackOwnDecisions, []);
  const failures = useSignal<Record<string, ApiError | undefined>>({});
  const advanced = useMemo(() => ({ atMs: Number.NEGATIVE_INFINITY }), []);
  const order = status === 'pending' ? compareCreation : compareDecision;
  const filters = readFilters();
  const { page } = status === 'pending' ? { page: 1 } : pageQuery();
  const resource = useResource(
    async abort => {
      await Promise.allSettled(own.running);
      return readUndecided(
        next => loadQueue(status, next, abort),
        page,
        id => own.ids.has(id),
      );
    },
    [JSON.stringify(filters), page],
    {
      live: ['submission.', 'reward.voided'],
      handleEvent: event => own.recognize(getObjectId(event)) || applyEvent(event),
    },
  );
  useEffect(sendHeldOnLeave, []);
  const getQueue = (): Queue => resource.data.value ?? { items: [], total: 0, page, totalPages: 0 };

  function remove(ids: string[]): ListedSubmission[] {
    const queue = getQueue();
    const left = queue.items.filter(({ id }) => !ids.includes(id));
    const total = Math.max(left.length, queue.total - (queue.items.length - left.length));
    resource.set({ ...queue, items: left, total });
    const needsRefill = left.length <= REFILL_AT && left.length < total;
    if (needsRefill && !resource.isLoading.value) resource.reload();
    return queue.items.filter(({ id }) => ids.includes(id));
  }

  /** Applies a change by someone else to the list. @returns false if the list must be reloaded */
  function applyEvent(event: BusinessEvent): boolean {
    const queue: Queue | undefined = resource.data.value;
    if (status !== 'pending' || !queue) return false;
    const id = getObjectId(event);
    const isListed = queue.items.some(item => item.id === id);
    switch (event.type) {
      case 'submission.approved':
      case 'submission.rejected':
        if (getPreviousStatus(event) !== 'pending') return true;
        if (isListed) {
          advanced.atMs = performance.now();
          remove([id]);
        } else if (Object.keys(filters).length === 0)
          resource.set({ ...queue, total: Math.max(queue.items.length, queue.total - 1) });
        return true;
      case 'submission.created':
      case 'submission.resubmitted':
        // The newest submission is last: it is listed only if all others are.
        if (Object.keys(filters).length > 0 || queue.items.length >= queue.total) return false;
        resource.set({ ...queue, total: queue.total + 1 });
        return true;
      default:
        return !isListed;
    }
  }

  return {
    ...resource,
    failures,
    removeOptimistically: ids => {
      own.claim(ids);
      advanced.atMs = performance.now();
      return remove(ids);
    },
    trackDecision: own.track,
    restore: items => {
      const returning = items.filter(({ id }) => own.release(id));
      const queue = getQueue();
      resource.set({
        ...queue,
        items: [...queue.items, ...returning].toSorted(order),
        total: queue.total + returning.length,
      });
    },
    hasJustAdvanced: () => performance.now() - advanced.atMs < MIN_VISIBLE_MS,
  };
}

/** Remembers which submissions this page decides, so that it can tell its own events from those of others. */
function trackOwnDecisions() {
  const ids = new Set<string>();
  /** Submissions of `ids` that an event reported as decided, here or elsewhere. */
  const decidedIds = new Set<string>();
  const running = new Set<Promise<unknown>>();
  return {
    ids,
    running,
    claim(claimed: string[]): void {
      for (const id of claimed) {
        ids.add(id);
        decidedIds.delete(id);
      }
    },
    /** Returns whether an event is about a submission of this page. */
    recognize(id: string): boolean {
      if (ids.has(id)) decidedIds.add(id);
      return ids.has(id);
    },
    /** Follows the events of a submission again. @returns false if it has been decided meanwhile */
    release(id: string): boolean {
      return !decidedIds.has(id) && ids.delete(id);
    },
    track(decision: Promise<unknown>): void {
      const settle = () => void running.delete(decision);
      running.add(decision);
      decision.then(settle, settle);
    },
  };
}

async function loadQueue(
  status: Submission['status'],
  page: number,
  abort: { fetch: { signal: AbortSignal } },
): Promise<Queue> {
  const order =
    status === 'pending'
      ? ({ sort: 'createdAt', perPage: PENDING_PER_PAGE, include: 'campaign,customer' } as const)
      : ({ sort: '-reviewedAt', perPage: DECIDED_PER_PAGE, include: 'campaign,customer,reward' } as const);
  const query = { ...order, ...readFilters(), status, page, ...tenantParams() };
  const { items, pagination } = await send(api.submissions.get({ query, ...abort }));
  return { items, total: pagination.total, page: pagination.page, totalPages: pagination.totalPages };
}

function getPreviousStatus({ data }: BusinessEvent): unknown {
  return (data.previous as { status?: string } | undefined)?.status;
}

function getObjectId({ data }: BusinessEvent): string {
  return (data.object as { id: string }).id;
}

function compareCreation(a: Submission, b: Submission): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
}

function compareDecision(a: Submission, b: Submission): number {
  return (b.reviewedAt ?? '').localeCompare(a.reviewedAt ?? '');
}
