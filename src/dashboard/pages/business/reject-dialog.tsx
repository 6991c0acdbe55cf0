import { useSignal } from '@preact/signals';
import { plural } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { REJECTIONS, type RejectionCode } from './review-labels.ts';

interface RejectProps {
  /** The submissions to reject. */
  ids: string[];
  /** Whether this undoes an approval. */
  isRevision: boolean;
  /** Whether the business requires a written reason. */
  needsReason: boolean;
  reject: (code: RejectionCode, reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a rejection reason and an optional message; the customer sees both. */
export function RejectDialog({ ids, isRevision, needsReason, reject, onClose }: RejectProps) {
  const code = useSignal<RejectionCode>('invalidProof');
  const reason = useSignal('');
  const values = {
    ...(ids.length === 1 ? { submissionId: ids[0] } : { submissionIds: ids }),
    action: 'reject',
    rejectionCode: code.value,
    reason: reason.value.trim() || undefined,
    reverse: isRevision || undefined,
  };
  const action = useAction(() => reject(code.value, reason.value.trim()));
  return (
    <Confirm
      title={getTitle(ids.length, isRevision)}
      verb={isRevision ? 'Undo approval' : 'Reject'}
      isDanger
      action={action}
      onClose={onClose}
    >
      {isRevision && <p>The reward is voided unless it has already been redeemed.</p>}
      <fieldset class="reasons">
        <legend>Reason</legend>
        {(Object.entries(REJECTIONS) as [RejectionCode, string][]).map(([value, words]) => (
          <label key={value}>
            <input
              type="radio"
              name="rejectionCode"
              checked={code.value === value}
              onChange={() => {
                code.value = value;
              }}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <TextArea
        label="Message to customer"
        hint="Helps the customer fix the problem and resubmit."
        rows={2}
        value={reason}
        error={action.of('reason')}
        isRequired={needsReason}
      />
      <AsCode operation="reviewSubmission" values={values} />
    </Confirm>
  );
}

function getTitle(count: number, isRevision: boolean): string {
  const noun = isRevision ? 'approval' : 'submission';
  const target = count === 1 ? `this ${noun}` : plural(count, noun);
  return `${isRevision ? 'Undo' : 'Reject'} ${target}?`;
}
