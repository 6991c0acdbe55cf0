import { useSignal } from '@preact/signals';
import type { Submission } from '../../../submissions/model.ts';
import { query, setQuery } from '../../data/router.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { confirmed, Payout, useOrderValue } from './payout.tsx';
import { Proof } from './proof.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { type Decisions, useDecisions } from './review-decisions.ts';
import { ShortcutSwitch, useShortcuts } from './review-keys.tsx';
import { ReviewList } from './review-list.tsx';
import type { Queue } from './review-queue.ts';
import { senderOf } from './review-words.ts';

interface SittingProps {
  data: Queue;
  status: Submission['status'];
  needsReason: boolean;
  onDecided: (ids: string[]) => void;
}

/** One proof at a time beside the list of all, and the bar that decides. */
export function Sitting({ data, status, needsReason, onDecided }: SittingProps) {
  const { items, campaigns } = data;
  const ticked = useSignal<string[]>([]);
  const place = useSignal(0);
  const chosen = ticked.value.filter(id => items.some(item => item.id === id));
  const named = items.findIndex(({ id }) => id === query.value.get('id'));
  const at = named === -1 ? Math.min(place.value, items.length - 1) : named;
  const current = items[at] as Submission;
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
    ids,
    isRevision: status !== 'pending',
    // Only what is shown is confirmed by name.
    ...(ids.join() === current.id && confirmed(current, orderValue)),
    onDecided: decided => {
      if (decided.length > 0) {
        place.value = at;
        choose([]);
        setQuery({ id: null });
      }
      onDecided(decided);
    },
  });
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () =>
      choose(chosen.includes(current.id) ? chosen.filter(id => id !== current.id) : [...chosen, current.id]),
    ...(status !== 'approved' && { a: () => void decisions.approve.run() }),
    ...(status !== 'rejected' && { r: () => ask(decisions) }),
  });
  return (
    <>
      <div class="review">
        <ReviewList data={data} currentId={current.id} chosen={chosen} onChoose={choose} />
        <div class="review-one">
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
          <Proof key={current.id} submission={current} campaign={campaigns[current.campaignId ?? '']}>
            <Payout submission={current} orderValue={orderValue} error={decisions.approve.of('orderValue')} />
          </Proof>
        </div>
      </div>
      <Verdict
        decisions={decisions}
        status={status}
        about={chosen.length || senderOf(current)}
        onClear={() => choose([])}
      />
      {decisions.isAsking.value && (
        <RejectDialog
          ids={ids}
          isRevision={status === 'approved'}
          needsReason={needsReason}
          reject={decisions.reject}
          onClose={() => {
            decisions.isAsking.value = false;
          }}
        />
      )}
    </>
  );
}

function ask({ isAsking }: Decisions): void {
  isAsking.value = true;
}

interface VerdictProps {
  decisions: Decisions;
  status: Submission['status'];
  /** Of how many, or of whom. */
  about: number | string;
  onClear: () => void;
}

/** At the bottom, where the thumb is. */
function Verdict({ decisions, status, about, onClear }: VerdictProps) {
  const { approve } = decisions;
  return (
    <section class="verdict" aria-label="Decide">
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
          <Button icon="cross" onClick={() => ask(decisions)}>
            {status === 'approved' ? 'Take back' : 'Reject'}
          </Button>
        )}
        {status !== 'approved' && (
          <Button kind="primary" icon="check" busy={approve.isBusy} onClick={() => void approve.run()}>
            {status === 'rejected' ? 'Approve after all' : 'Approve'}
          </Button>
        )}
      </div>
    </section>
  );
}
