import { type ReadonlySignal, useSignal } from '@preact/signals';
import { ApiError, createNumberError } from '../../../data/api.ts';
import { HOLD_MS, hold, undoHeld } from '../../../data/held-action.ts';
import { navigate } from '../../../data/router.ts';
import { review as t } from '../../../messages/review/index.ts';
import { formatText } from '../../../messages/text.ts';
import { describeError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { RejectionCode } from '../submission/review-labels.ts';
import type { ReviewQueue } from './review-queue.ts';
import { type Decision, type ReviewOutcome, sendReview } from './send-review.ts';

interface DecisionsInput {
  queue: ReviewQueue;
  /** The submissions that the next decision applies to. */
  ids: string[];
  /** How the sender of a single submission is called. */
  sender: string;
  /** True if the submissions were decided before, so that a decision reverses or overrides. */
  isRevision: boolean;
  /** The order value that an approval confirms; null confirms none, undefined leaves it out. */
  orderValue?: number | null;
  /** Called before the submissions are removed from the list. */
  onLeave: (ids: string[]) => void;
  /** Called after submissions were put back, because the decision was undone. */
  onReturn: (ids: string[]) => void;
}

export interface Decisions {
  approve(): void;
  reject(code: RejectionCode, reason: string): void;
  undo(): void;
  /** The submissions in the reject dialog; unlike the selected ones, they don't change while it is open. */
  rejecting: ReadonlySignal<string[] | undefined>;
  setRejecting(ids: string[] | undefined): void;
  /** Why the last decision about a submission failed, by its id. */
  failures: ReadonlySignal<Record<string, ApiError | undefined>>;
}

type Action = Decision['action'];

function describeProgress(action: Action, count: number, sender: string): string {
  if (action === 'approve')
    return count === 1 ? formatText(t.approvingOne, { sender }) : formatText(t.approvingMany, { count });
  return count === 1 ? formatText(t.rejectingOne, { sender }) : formatText(t.rejectingMany, { count });
}

function describeDone(action: Action, count: number): string {
  if (action === 'approve') return count === 1 ? t.approvedOne : formatText(t.approvedMany, { count });
  return count === 1 ? t.rejectedOne : formatText(t.rejectedMany, { count });
}

function describeFailure(action: Action, message: string): string {
  return action === 'approve'
    ? formatText(t.notApproved, { message })
    : formatText(t.notRejected, { message });
}

/**
 * Approves and rejects submissions. Each decision leaves the list at once and is sent after a delay, so that it can be
 * undone before the customer hears of it; a decision that fails comes back to the list.
 */
export function useDecisions({
  queue,
  ids,
  sender,
  isRevision,
  orderValue,
  onLeave,
  onReturn,
}: DecisionsInput): Decisions {
  const rejecting = useSignal<string[] | undefined>(undefined);

  function decide(targets: string[], decision: Decision): void {
    const { action } = decision;
    onLeave(targets);
    const removed = queue.removeOptimistically(targets);
    setFailures(targets, undefined);
    hold({
      async send() {
        const request = sendReview(targets, decision);
        queue.trackDecision(request);
        try {
          const outcome = await request;
          queue.restore(removed.filter(({ id }) => outcome.undecided.includes(id)));
          report(outcome, decision, message.isLatest());
        } catch (cause) {
          queue.restore(removed);
          reportFailure(targets, action, cause);
        }
      },
      undo() {
        message.dismiss();
        queue.restore(removed);
        onReturn(targets);
      },
    });
    const message = toast(describeProgress(action, targets.length, sender), {
      action: { label: t.undo, run: undoHeld },
      shownMs: HOLD_MS,
    });
  }

  function setFailures(targets: string[], error: ApiError | undefined): void {
    const changed = Object.fromEntries(targets.map(id => [id, error]));
    queue.failures.value = { ...queue.failures.value, ...changed };
  }

  function report({ decided, errors }: ReviewOutcome, { action }: Decision, isLatest: boolean): void {
    // A newer decision shows its own message, whose Undo must stay within reach.
    if (decided.length > 0 && isLatest) toast(describeDone(action, decided.length));
    for (const message of errors) toast(describeFailure(action, message), { isAdded: true });
  }

  function reportFailure(targets: string[], action: Decision['action'], cause: unknown): void {
    const error =
      cause instanceof ApiError ? cause : new ApiError({ code: 'PAGE_ERROR', message: 'Try again.' });
    setFailures(targets, error);
    const [id = ''] = targets;
    toast(describeFailure(action, describeError(error)), {
      action: { label: t.viewSubmission, run: () => navigate(`/dashboard/reviews?id=${id}`) },
      isAdded: true,
    });
  }

  return {
    approve: () => {
      if (queue.hasJustAdvanced()) return;
      if (Number.isNaN(orderValue)) return setFailures(ids, createNumberError('orderValue'));
      const order = orderValue === undefined ? {} : { orderValue };
      decide(ids, { action: 'approve', ...order, ...(isRevision && { override: true }) });
    },
    reject: (rejectionCode, reason) => {
      const targets = rejecting.value ?? [];
      rejecting.value = undefined;
      const decision = { action: 'reject', rejectionCode, ...(reason && { reason }) } as const;
      decide(targets, { ...decision, ...(isRevision && { reverse: true }) });
    },
    undo: () => void undoHeld(),
    rejecting,
    setRejecting: targets => {
      rejecting.value = targets;
    },
    failures: queue.failures,
  };
}
