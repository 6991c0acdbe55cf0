import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ListedSubmission, Submission } from '../../../submissions/model.ts';
import { plural } from '../../data/format.ts';
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

/** The list of submissions, the current one, and the buttons that decide it. */
export function ReviewWorkspace({ data, queue, status, needsReason }: ReviewWorkspaceProps) {
  const { items } = data;
  const selection = useSignal<string[]>([]);
  const selectedIds = selection.value.filter(id => items.some(item => item.id === id));
  const index = useCurrentIndex(items);
  const current = items[index] as ListedSubmission;
  const select = (ids: string[]) => {
    selection.value = ids;
  };
  const move = (by: number) => {
    const next = items[index + by];
    if (!next) return;
    // An error of the current submission doesn't apply to the next one.
    decisions.approve.error.value = undefined;
    setQuery({ id: next.id });
  };
  const ids = selectedIds.length > 0 ? selectedIds : [current.id];
  const orderValue = useOrderValue(current);
  const decisions = useDecisions({
    queue,
    ids,
    isRevision: status !== 'pending',
    // Confirm an order value only if the reviewer sees it.
    ...(ids.join() === current.id && toOrderValueInput(current, orderValue)),
    onLeave: leaving => {
      select([]);
      if (!leaving.includes(query.value.get('id') ?? current.id)) return;
      const stays = ({ id }: Submission) => !leaving.includes(id);
      // Set the next one by id, so that restoring a submission doesn't change which one is shown.
      setQuery({ id: (items.slice(index).find(stays) ?? items.findLast(stays))?.id ?? null });
    },
  });
  const openRejectDialog = () => {
    decisions.rejecting.value = ids;
  };
  const toggleSelected = () => {
    const isSelected = selectedIds.includes(current.id);
    select(isSelected ? selectedIds.filter(id => id !== current.id) : [...selectedIds, current.id]);
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: toggleSelected,
    ...(status !== 'approved' && { a: () => void decisions.approve.run() }),
    ...(status !== 'rejected' && { r: openRejectDialog }),
  });
  return (
    <>
      <div class="review">
        <ReviewList data={data} currentId={current.id} selectedIds={selectedIds} onSelect={select} />
        <div class="review-current">
          <Stepper index={index} count={items.length} onMove={move} />
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
        onReject={openRejectDialog}
        status={status}
        target={selectedIds.length || getSender(current)}
        onClear={() => select([])}
      />
      {decisions.rejecting.value && (
        <RejectDialog
          ids={decisions.rejecting.value}
          isReversal={status === 'approved'}
          needsReason={needsReason}
          reject={decisions.reject}
          onClose={() => {
            decisions.rejecting.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** Returns the position of the submission in `?id=`; if it left the list, the one that took its place. */
function useCurrentIndex(items: ListedSubmission[]): number {
  const last = useRef(0);
  const found = items.findIndex(({ id }) => id === query.value.get('id'));
  last.current = found === -1 ? Math.min(last.current, items.length - 1) : found;
  return last.current;
}

interface StepperProps {
  index: number;
  count: number;
  onMove: (by: number) => void;
}

function Stepper({ index, count, onMove }: StepperProps) {
  return (
    <div class="stepper">
      <Button isSmall isDisabled={index === 0} onClick={() => onMove(-1)}>
        Previous
      </Button>
      <span aria-live="polite">
        {index + 1} of {count}
      </span>
      <Button isSmall isDisabled={index === count - 1} onClick={() => onMove(1)}>
        Next
      </Button>
      <ShortcutSwitch />
    </div>
  );
}

interface ReviewActionsProps {
  decisions: Decisions;
  onReject: () => void;
  status: Submission['status'];
  /** The number of selected submissions, or the sender of the current one. */
  target: number | string;
  onClear: () => void;
}

/** The decision buttons, at the bottom of the window within reach of the thumb. */
function ReviewActions({ decisions, onReject, status, target, onClear }: ReviewActionsProps) {
  const { approve } = decisions;
  return (
    <section class="decision-bar" aria-label="Review decision">
      <FormError error={approve.error.value} />
      <p>
        {typeof target === 'number' ? `${plural(target, 'submission')} selected` : target}
        {typeof target === 'number' && (
          <Button kind="quiet" isSmall onClick={onClear}>
            Clear selection
          </Button>
        )}
      </p>
      <div>
        {status !== 'rejected' && (
          <Button icon="cross" onClick={onReject}>
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
