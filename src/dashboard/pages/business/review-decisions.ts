import { useSignal } from '@preact/signals';
import type { Review } from '../../../submissions/model.ts';
import { ApiError } from '../../data/api.ts';
import { plural } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { toast } from '../../ui/toast.tsx';
import type { RejectionCode } from './review-labels.ts';
import type { ReviewQueue } from './review-queue.ts';
import { type ReviewOutcome, sendReview } from './send-review.ts';

const MISTAKE = { rejectionCode: 'other', reason: 'Approved by mistake' } as const;

type Decision = Omit<Review, 'submissionId' | 'submissionIds'>;

interface DecisionsInput {
  queue: ReviewQueue;
  /** The submissions that the next decision applies to. */
  ids: string[];
  /** True if the submissions were decided before, so that a decision reverses or overrides. */
  isRevision: boolean;
  /** The order value that an approval confirms; null confirms none, undefined leaves it out. */
  orderValue?: number | null;
  /** Called before the submissions are removed from the list. */
  onLeave: (ids: string[]) => void;
}

/** Approves and rejects submissions, with an undo action for each decision. */
export function useDecisions({ queue, ids, isRevision, orderValue, onLeave }: DecisionsInput) {
  /** The submissions in the reject dialog; unlike `ids`, they don't change while the dialog is open. */
  const rejecting = useSignal<string[] | undefined>(undefined);
  const approve = useAction(async () => {
    if (queue.hasJustAdvanced()) return;
    const override = isRevision ? { override: true } : {};
    // An order value can be rejected with a field error, so wait for the response.
    if (orderValue === undefined) void approveOptimistically({ action: 'approve', ...override });
    else await decide(ids, { action: 'approve', orderValue, ...override });
  });
  const reject = async (rejectionCode: RejectionCode, reason: string) => {
    const decision = { action: 'reject', rejectionCode, ...(reason && { reason }) } as const;
    await decide(rejecting.value ?? [], { ...decision, ...(isRevision && { reverse: true }) });
    rejecting.value = undefined;
  };

  /** Shows the next submission immediately, and restores those whose approval fails. */
  async function approveOptimistically(decision: Decision): Promise<void> {
    onLeave(ids);
    const response = sendReview(ids, decision);
    const removed = queue.removeOptimistically(ids, response);
    try {
      const outcome = await response;
      queue.restore(removed.filter(({ id }) => outcome.undecided.includes(id)));
      notify(outcome, 'approve');
    } catch (cause) {
      queue.restore(removed);
      const message = cause instanceof ApiError ? cause.message : 'Try again.';
      const [id = ''] = ids;
      toast(
        `Not approved: ${message}`,
        () => setQuery({ id, page: query.value.get('page') }),
        'View submission',
      );
    }
  }

  /** Waits for the response before it removes the submissions. @throws ApiError if the decision of a single one fails */
  async function decide(targets: string[], decision: Decision): Promise<void> {
    queue.ignoreEvents(targets);
    const outcome = await sendReview(targets, decision).catch(cause => {
      queue.followEvents(targets);
      throw cause;
    });
    queue.followEvents(outcome.undecided);
    // This includes submissions that another reviewer decided first.
    const leaving = targets.filter(id => !outcome.undecided.includes(id));
    onLeave(leaving);
    queue.remove(leaving);
    notify(outcome, decision.action);
  }

  const undoApproval = createUndo('Approval undone: submission rejected, reward voided', decided =>
    sendReview(decided, { action: 'reject', reverse: true, ...MISTAKE }),
  );
  const approveAnyway = createUndo('Submission approved', decided =>
    sendReview(decided, { action: 'approve', override: true }),
  );

  function notify({ decided, errors }: ReviewOutcome, action: Review['action']): void {
    const [outcome, undo, undoLabel] =
      action === 'approve'
        ? (['approved', undoApproval, 'Undo approval'] as const)
        : (['rejected', approveAnyway, 'Approve anyway'] as const);
    const subject = decided.length === 1 ? 'Submission' : plural(decided.length, 'submission');
    if (decided.length > 0) toast(`${subject} ${outcome}`, () => void undo(decided), undoLabel);
    for (const message of errors) toast(`Not ${outcome}: ${message}`);
  }

  function createUndo(success: string, send: (decided: string[]) => Promise<ReviewOutcome>) {
    return async (decided: string[]) => {
      try {
        const { errors } = await send(decided);
        toast(errors.length > 0 ? `Not changed: ${errors.join(' ')}` : success);
      } catch (error) {
        toast(error instanceof ApiError ? `Not changed: ${error.message}` : 'Not changed. Try again.');
      }
      // In a list of decided submissions, an undone decision makes them reappear.
      if (isRevision) {
        queue.followEvents(decided);
        queue.reload();
      }
    };
  }

  return { approve, reject, rejecting };
}

export type Decisions = ReturnType<typeof useDecisions>;
