import type { Submission } from '../../../submissions/model.ts';
import { plural } from '../../data/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FormError } from '../../ui/states.tsx';
import type { Decisions } from './review-decisions.ts';

interface DecisionBarProps {
  decisions: Decisions;
  onReject: () => void;
  status: Submission['status'];
  /** The number of selected submissions, or the sender of the current one. */
  target: number | string;
  onClear: () => void;
}

/**
 * The decision buttons, at the bottom of the window within reach of the thumb. In the document they precede the
 * submission, so that the keyboard reaches them first.
 */
export function DecisionBar({ decisions, onReject, status, target, onClear }: DecisionBarProps) {
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
          <button
            type="button"
            class="button plain"
            data-decide={status === 'approved' || undefined}
            onClick={onReject}
          >
            <Icon name="cross" />
            {status === 'approved' ? 'Undo approval' : 'Reject'}
          </button>
        )}
        {status !== 'approved' && (
          // Never disabled, because a disabled button loses the focus; the action ignores clicks while it runs.
          <button
            type="button"
            class="button primary"
            data-decide
            aria-busy={approve.isBusy.value || undefined}
            onClick={() => void approve.run()}
          >
            <Icon name="check" />
            {status === 'rejected' ? 'Approve anyway' : 'Approve'}
          </button>
        )}
      </div>
    </section>
  );
}
