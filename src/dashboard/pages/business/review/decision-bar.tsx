import type { Submission } from '../../../../submissions/model.ts';
import type { ApiError } from '../../../data/api.ts';
import { review as t } from '../../../messages/review/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FormError } from '../../../ui/states.tsx';

interface DecisionBarProps {
  /** Why the last decision about the submission failed. */
  failure: ApiError | undefined;
  onApprove: () => void;
  onReject: () => void;
  status: Submission['status'];
  /** The number of selected submissions, or the sender of the current one. */
  target: number | string;
  /** The reward for the current submission; null without its campaign. */
  reward: string | null;
  onClear: () => void;
}

/**
 * The decision buttons, at the bottom of the window within reach of the thumb. In the document they precede the
 * submission, so that the keyboard reaches them first.
 */
export function DecisionBar({
  failure,
  onApprove,
  onReject,
  status,
  target,
  reward,
  onClear,
}: DecisionBarProps) {
  return (
    <section class="decision-bar" aria-label={t.decision}>
      <FormError error={failure} />
      <p>
        {typeof target === 'number' ? (
          formatText(t.selected, { count: target })
        ) : (
          <>
            {target}
            {reward && (
              <>
                {' '}
                · <strong>{reward}</strong>
              </>
            )}
          </>
        )}
        {typeof target === 'number' && (
          <Button kind="quiet" isSmall onClick={onClear}>
            {t.clearSelection}
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
            {status === 'approved' ? t.undoApproval : t.reject}
          </button>
        )}
        {status !== 'approved' && (
          <button type="button" class="button primary" data-decide onClick={onApprove}>
            <Icon name="check" />
            {status === 'rejected' ? t.approveAnyway : t.approve}
          </button>
        )}
      </div>
    </section>
  );
}
