import { useSignal } from '@preact/signals';
import { ApiError } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { toast } from '../../ui/toast.tsx';
import { decide, type Outcome } from './review-queue.ts';
import type { RejectionCode } from './review-words.ts';

const MISTAKE = { rejectionCode: 'other', reason: 'It was approved by mistake' } as const;

interface DecisionsInput {
  /** What the next decision is about. */
  ids: string[];
  /** Is it about an approval or a rejection that stands already? */
  isRevision: boolean;
  /** The order value that an approval confirms; null for none, absent where it is not asked for. */
  orderValue?: number | null;
  onDecided: (ids: string[]) => void;
}

/** Approving and rejecting, with the way back. An approval is taken back by a reversal, a rejection by an override. */
export function useDecisions({ ids, isRevision, orderValue, onDecided }: DecisionsInput) {
  const isAsking = useSignal(false);
  const approve = useAction(async () => {
    const override = isRevision ? { override: true } : {};
    const outcome = await decide(ids, { action: 'approve', orderValue, ...override });
    say(outcome, 'approved', () => void takeBack(outcome.done));
  });
  const reject = async (rejectionCode: RejectionCode, reason: string) => {
    const given = reason === '' ? {} : { reason };
    const outcome = await decide(ids, {
      action: 'reject',
      rejectionCode,
      ...given,
      ...(isRevision && { reverse: true }),
    });
    isAsking.value = false;
    say(outcome, 'rejected', () => void approveAfterAll(outcome.done));
  };
  const takeBack = revise('Taken back: the reward is void, the proof rejected', done =>
    decide(done, { action: 'reject', reverse: true, ...MISTAKE }),
  );
  const approveAfterAll = revise('Approved after all', done =>
    decide(done, { action: 'approve', override: true }),
  );

  function say({ done, refused }: Outcome, word: string, undo: () => void): void {
    const verb = word === 'approved' ? 'Take back' : 'Approve after all';
    if (done.length > 0)
      toast(`${done.length === 1 ? 'Proof' : `${done.length} proofs`} ${word}`, undo, verb);
    for (const why of refused) toast(`Not ${word}: ${why}`);
    onDecided(done);
  }

  function revise(words: string, work: (done: string[]) => Promise<Outcome>) {
    return async (done: string[]) => {
      try {
        const { refused } = await work(done);
        toast(refused.length > 0 ? `Not changed: ${refused.join(' ')}` : words);
      } catch (error) {
        toast(error instanceof ApiError ? `Not changed: ${error.message}` : 'Not changed. Try again.');
      }
      onDecided([]);
    };
  }

  return { approve, reject, isAsking };
}

export type Decisions = ReturnType<typeof useDecisions>;
