import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ListedSubmission, Submission } from '../../../submissions/model.ts';
import { query, setQuery } from '../../data/router.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { ApprovalPayout, toOrderValueInput, useOrderValue } from './approval-payout.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { type Decisions, useDecisions } from './review-decisions.ts';
import { ShortcutSwitch, useShortcuts } from './review-keys.tsx';
import { getSender } from './review-labels.ts';
import { ReviewList } from './review-list.tsx';
import type { Queue, ReviewQueue } from './review-queue.ts';
import { SubmissionDetail } from './submission-detail.tsx';

interface ReviewWorkspaceProps {
  data: Queue;
  queue: ReviewQueue;
  status: Submission['status'];
  needsReason: boolean;
}

/** One proof at a time beside the list of all, and the bar that decides. */
export function ReviewWorkspace({ data, queue, status, needsReason }: ReviewWorkspaceProps) {
  const { items } = data;
  const ticked = useSignal<string[]>([]);
  /** Where the shown one is: what takes its place is shown when somebody else decides it. */
  const place = useRef(0);
  const chosen = ticked.value.filter(id => items.some(item => item.id === id));
  const named = items.findIndex(({ id }) => id === query.value.get('id'));
  const at = named === -1 ? Math.min(place.current, items.length - 1) : named;
  place.current = at;
  const current = items[at] as ListedSubmission;
  const choose = (ids: string[]) => {
    ticked.value = ids;
  };
  const step = (by: number) => {
    const next = items[at + by];
    if (!next) return;
    // What went wrong with one proof says nothing of the next.
    decisions.approve.error.value = undefined;
    setQuery({ id: next.id });
  };
  const ids = chosen.length > 0 ? chosen : [current.id];
  const orderValue = useOrderValue(current);
  const decisions = useDecisions({
    queue,
    ids,
    isRevision: status !== 'pending',
    // Only what is shown is confirmed by name.
    ...(ids.join() === current.id && toOrderValueInput(current, orderValue)),
    onLeaving: leaving => {
      choose([]);
      if (!leaving.includes(query.value.get('id') ?? current.id)) return;
      const stays = ({ id }: Submission) => !leaving.includes(id);
      // By name, so that one that is given back does not move another in front of the reviewer.
      setQuery({ id: (items.slice(at).find(stays) ?? items.findLast(stays))?.id ?? null });
    },
  });
  const ask = () => {
    decisions.asking.value = ids;
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () =>
      choose(chosen.includes(current.id) ? chosen.filter(id => id !== current.id) : [...chosen, current.id]),
    ...(status !== 'approved' && { a: () => void decisions.approve.run() }),
    ...(status !== 'rejected' && { r: ask }),
  });
  return (
    <>
      <div class="review">
        <ReviewList data={data} currentId={current.id} chosen={chosen} onChoose={choose} />
        <div class="review-current">
          <div class="stepper">
            <Button isSmall isDisabled={at === 0} onClick={() => step(-1)}>
              Back
            </Button>
            <span aria-live="polite">
              {at + 1} of {items.length}
            </span>
            <Button isSmall isDisabled={at === items.length - 1} onClick={() => step(1)}>
              Next
            </Button>
            <ShortcutSwitch />
          </div>
          <SubmissionDetail key={current.id} submission={current} campaign={current.campaign ?? undefined}>
            <ApprovalPayout
              submission={current}
              orderValue={orderValue}
              error={decisions.approve.fieldError('orderValue')}
            />
          </SubmissionDetail>
        </div>
      </div>
      <ReviewActions
        decisions={decisions}
        ask={ask}
        status={status}
        about={chosen.length || getSender(current)}
        onClear={() => choose([])}
      />
      {decisions.asking.value && (
        <RejectDialog
          ids={decisions.asking.value}
          isReversal={status === 'approved'}
          needsReason={needsReason}
          reject={decisions.reject}
          onClose={() => {
            decisions.asking.value = undefined;
          }}
        />
      )}
    </>
  );
}

interface ReviewActionsProps {
  decisions: Decisions;
  /** Asks for the reason of a rejection. */
  ask: () => void;
  status: Submission['status'];
  /** Of how many, or of whom. */
  about: number | string;
  onClear: () => void;
}

/** At the bottom, where the thumb is. */
function ReviewActions({ decisions, ask, status, about, onClear }: ReviewActionsProps) {
  const { approve } = decisions;
  return (
    <section class="decision-bar" aria-label="Decide">
      <FormError error={approve.error.value} />
      <p>
        {typeof about === 'number' ? `${about} chosen` : about}
        {typeof about === 'number' && (
          <Button kind="quiet" isSmall onClick={onClear}>
            Clear
          </Button>
        )}
      </p>
      <div>
        {status !== 'rejected' && (
          <Button icon="cross" onClick={ask}>
            {status === 'approved' ? 'Undo approval' : 'Reject'}
          </Button>
        )}
        {status !== 'approved' && (
          <Button kind="primary" icon="check" busy={approve.isBusy} onClick={() => void approve.run()}>
            {status === 'rejected' ? 'Approve anyway' : 'Approve'}
          </Button>
        )}
      </div>
    </section>
  );
}
