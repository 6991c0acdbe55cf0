import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedSubmission, Submission } from '../../../../submissions/model.ts';
import { formatNumber } from '../../../data/format.ts';
import { query, setQuery } from '../../../data/router.ts';
import { review as t } from '../../../messages/review/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { canHaveOrderValue, toOrderValueInput, useOrderValue } from '../submission/order-value.ts';
import { formatGrant } from '../submission/review-labels.ts';
import { getSender } from '../submission/sender.ts';
import { SubmissionDetail } from '../submission/submission-detail.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { useDecisions } from './review-decisions.ts';
import { useShortcuts } from './review-keys.ts';
import { ReviewList } from './review-list.tsx';
import type { ReviewQueue } from './review-queue.ts';
import type { Queue } from './review-reading.ts';

/** Only the lists of decided submissions have pages. */
const Pagination = lazyComponent(async () => ({
  default: (await import('../../../ui/table.tsx')).Pagination,
}));
const ShortcutHelp = lazyComponent(() => import('./review-help.tsx'));
/** Loaded for submissions with an order value. */
const ApprovalPayout = lazyComponent(() => import('../submission/approval-payout.tsx'));
const RejectDialog = lazyComponent(() => import('./reject-dialog.tsx'));

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
  const index = useCurrentIndex(data);
  const current = items[index] as ListedSubmission;
  const select = (ids: string[]) => {
    selection.value = ids;
  };
  const open = (id: string | undefined) => {
    if (id !== undefined) showSubmission(id);
  };
  const ids = selectedIds.length > 0 ? selectedIds : [current.id];
  const orderValue = useOrderValue(current);
  const decisions = useDecisions({
    queue,
    ids,
    sender: getSender(current),
    isRevision: status !== 'pending',
    // Confirm an order value only if the reviewer sees it.
    ...(ids.join() === current.id && toOrderValueInput(current, orderValue)),
    onLeave: leaving => {
      select([]);
      if (leaving.includes(query.value.get('id') ?? current.id)) showNext(items, index, leaving);
    },
    onReturn: ([id = null]) => showSubmission(id),
  });
  const failure = decisions.failures.value[current.id];
  const showHelp = () => openDialog(close => <ShortcutHelp onClose={close} />);
  const { rejecting, setRejecting } = decisions;
  const openRejectDialog = () => setRejecting(ids);
  const toggleSelected = () => {
    const isSelected = selectedIds.includes(current.id);
    select(isSelected ? selectedIds.filter(id => id !== current.id) : [...selectedIds, current.id]);
  };
  useShortcuts({
    j: () => open(items[index + 1]?.id),
    k: () => open(items[index - 1]?.id),
    x: toggleSelected,
    u: decisions.undo,
    '?': showHelp,
    ...(status !== 'approved' && { a: decisions.approve }),
    ...(status !== 'rejected' && { r: openRejectDialog }),
  });
  const workspace = useKeptFocus(current.id);
  return (
    <>
      <div class="review" ref={workspace}>
        <div class="review-current">
          {items.length > 1 && (
            <Stepper
              index={index}
              count={items.length}
              total={status === 'pending' ? data.total : items.length}
              onMove={by => open(items[index + by]?.id)}
              onHelp={showHelp}
            />
          )}
          <DecisionBar
            failure={failure}
            onApprove={decisions.approve}
            onReject={openRejectDialog}
            status={status}
            target={selectedIds.length || getSender(current)}
            reward={current.campaign ? formatGrant(current, current.campaign) : null}
            onClear={() => select([])}
          />
          <SubmissionDetail key={current.id} submission={current} campaign={current.campaign ?? undefined}>
            {status !== 'approved' && canHaveOrderValue(current) && (
              <ApprovalPayout
                submission={current}
                orderValue={orderValue}
                failure={failure?.takeDetail('orderValue') && failure}
              />
            )}
          </SubmissionDetail>
        </div>
        <div class="review-side">
          <ReviewList {...{ data, selectedIds }} currentId={current.id} onSelect={select} onOpen={open} />
          {status !== 'pending' && <Pagination {...data} />}
        </div>
      </div>
      {rejecting.value && (
        <RejectDialog
          ids={rejecting.value}
          isReversal={status === 'approved'}
          needsReason={needsReason}
          reject={decisions.reject}
          onClose={() => setRejecting(undefined)}
        />
      )}
    </>
  );
}

/** Shows a submission of the same page of the list. */
function showSubmission(id: string | null): void {
  setQuery({ id, page: query.value.get('page') });
}

/** Shows the next submission that stays. Sets it by id, so that restoring one doesn't change which one is shown. */
function showNext(items: ListedSubmission[], index: number, leaving: string[]): void {
  const stays = ({ id }: Submission) => !leaving.includes(id);
  showSubmission((items.slice(index).find(stays) ?? items.findLast(stays))?.id ?? null);
}

/**
 * Returns the position of the submission in `?id=`; if it left the list, the one that took its place. Another page begins with
 * its first one.
 */
function useCurrentIndex({ items, page }: Queue): number {
  const last = useRef({ page, index: 0 });
  const found = items.findIndex(({ id }) => id === query.value.get('id'));
  const former = last.current.page === page ? Math.min(last.current.index, items.length - 1) : 0;
  last.current = { page, index: found === -1 ? former : found };
  return last.current.index;
}

/** Moves the focus to the decision buttons when the focused element disappears with the decided submission. */
function useKeptFocus(currentId: string) {
  const workspace = useRef<HTMLDivElement>(null);
  const previousId = useRef(currentId);
  useLayoutEffect(() => {
    if (previousId.current === currentId) return;
    previousId.current = currentId;
    if (document.activeElement === document.body)
      workspace.current
        ?.querySelector<HTMLElement>('.decision-bar [data-decide]')
        ?.focus({ preventScroll: true });
  });
  return workspace;
}

interface StepperProps {
  index: number;
  /** Number of listed submissions. */
  count: number;
  total: number;
  onMove: (by: number) => void;
  onHelp: () => void;
}

function Stepper({ index, count, total, onMove, onHelp }: StepperProps) {
  return (
    <div class="stepper">
      <Button isSmall isDisabled={index === 0} onClick={() => onMove(-1)}>
        {shell.previous}
      </Button>
      <span aria-live="polite">
        {formatText(t.position, { index: formatNumber(index + 1), total: formatNumber(total) })}
      </span>
      <Button isSmall isDisabled={index === count - 1} onClick={() => onMove(1)}>
        {shell.next}
      </Button>
      <div class="shortcuts">
        <Button isSmall kind="quiet" onClick={onHelp}>
          {t.shortcuts} <kbd>?</kbd>
        </Button>
      </div>
    </div>
  );
}
