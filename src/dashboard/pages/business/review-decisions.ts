import { useSignal } from '@preact/signals';
import type { Review } from '../../../submissions/model.ts';
import { ApiError } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { setQuery } from '../../data/router.ts';
import { toast } from '../../ui/toast.tsx';
import type { RejectionCode } from './review-labels.ts';
import { decide, isGone, type Outcome, type ReviewQueue } from './review-queue.ts';

const MISTAKE = { rejectionCode: 'other', reason: 'Approved by mistake' } as const;

type Decision = Omit<Review, 'submissionId' | 'submissionIds'>;

interface DecisionsInput {
  queue: ReviewQueue;
  /** What the next decision is about. */
  ids: string[];
  /** Is it about an approval or a rejection that stands already? */
  isRevision: boolean;
  /** The order value that an approval confirms; null for none, absent where it is not asked for. */
  orderValue?: number | null;
  /** Called before the submissions leave the list. */
  onLeaving: (ids: string[]) => void;
}

/** Approving and rejecting, with the way back. An approval is taken back by a reversal, a rejection by an override. */
export function useDecisions({ queue, ids, isRevision, orderValue, onLeaving }: DecisionsInput) {
  /** What a rejection is being asked about; it stays the same while others change the list behind the dialog. */
  const asking = useSignal<string[] | undefined>(undefined);
  const approve = useAction(async () => {
    if (queue.hasJustMoved()) return;
    const override = isRevision ? { override: true } : {};
    // An order value may be refused at its field, so its answer is waited for.
    if (orderValue === undefined) void approveAhead({ action: 'approve', ...override });
    else await decideHere(ids, { action: 'approve', orderValue, ...override });
  });
  const reject = async (rejectionCode: RejectionCode, reason: string) => {
    const given = reason === '' ? {} : { reason };
    const reverse = isRevision ? { reverse: true } : {};
    await decideHere(asking.value ?? [], { action: 'reject', rejectionCode, ...given, ...reverse });
    asking.value = undefined;
  };

  /** Goes on to the next submission at once; what is refused comes back. */
  async function approveAhead(decision: Decision): Promise<void> {
    onLeaving(ids);
    const taken = queue.take(ids);
    try {
      const outcome = await decide(ids, decision);
      queue.giveBack(taken.filter(({ id }) => outcome.left.includes(id)));
      say(outcome, 'approve');
    } catch (cause) {
      const { code, message } =
        cause instanceof ApiError ? cause : { code: 'PAGE_ERROR', message: 'Try again.' };
      if (isGone(code)) {
        toast(`Not approved: ${message}`);
        return;
      }
      queue.giveBack(taken);
      const [id = ''] = ids;
      toast(`Not approved: ${message}`, () => setQuery({ id }), 'View submission');
    }
  }

  /** Waits for the answer. @throws ApiError when one alone is refused */
  async function decideHere(about: string[], decision: Decision): Promise<void> {
    queue.claim(about);
    const outcome = await decide(about, decision).catch(cause => {
      queue.release(about);
      throw cause;
    });
    queue.release(outcome.left);
    onLeaving(outcome.done);
    queue.remove(outcome.done);
    say(outcome, decision.action);
  }

  const undoApproval = revise('Approval undone: submission rejected, reward voided', done =>
    decide(done, { action: 'reject', reverse: true, ...MISTAKE }),
  );
  const approveAnyway = revise('Submission approved', done =>
    decide(done, { action: 'approve', override: true }),
  );

  function say({ done, refused }: Outcome, action: Review['action']): void {
    const isApproval = action === 'approve';
    const word = isApproval ? 'approved' : 'rejected';
    const undo = isApproval ? undoApproval : approveAnyway;
    const verb = isApproval ? 'Undo approval' : 'Approve anyway';
    if (done.length > 0)
      toast(
        `${done.length === 1 ? 'Submission' : `${done.length} submissions`} ${word}`,
        () => void undo(done),
        verb,
      );
    for (const why of refused) toast(`Not ${word}: ${why}`);
  }

  function revise(words: string, work: (done: string[]) => Promise<Outcome>) {
    return async (done: string[]) => {
      try {
        const { refused } = await work(done);
        toast(refused.length > 0 ? `Not changed: ${refused.join(' ')}` : words);
      } catch (error) {
        toast(error instanceof ApiError ? `Not changed: ${error.message}` : 'Not changed. Try again.');
      }
      // Where decided proof is listed, it stands there again.
      if (isRevision) {
        queue.release(done);
        queue.reload();
      }
    };
  }

  return { approve, reject, asking };
}

export type Decisions = ReturnType<typeof useDecisions>;
