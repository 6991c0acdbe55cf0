import { useSignal } from '@preact/signals';
import { useAction } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { REJECTIONS, type RejectionCode } from './review-labels.ts';

interface RejectProps {
  /** The submissions that are rejected by it. */
  ids: string[];
  /** It takes back an approval. */
  isRevision: boolean;
  /** The business asks for a reason in words with each rejection. */
  needsReason: boolean;
  reject: (code: RejectionCode, reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks why: one of the usual reasons, and in words where that helps. The customer reads both. */
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
      title={titleOf(ids.length, isRevision)}
      verb={isRevision ? 'Take back' : 'Reject'}
      isDanger
      action={action}
      onClose={onClose}
    >
      {isRevision && <p>The reward becomes void, unless it was redeemed already.</p>}
      <fieldset class="reasons">
        <legend>Why</legend>
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
        label="In your words"
        hint="The customer reads it, and may send better proof."
        rows={2}
        value={reason}
        error={action.of('reason')}
        isRequired={needsReason}
      />
      <AsCode operation="reviewSubmission" values={values} />
    </Confirm>
  );
}

function titleOf(count: number, isRevision: boolean): string {
  const what = isRevision ? 'approval' : 'proof';
  const these = count === 1 ? `this ${what}` : `${count} ${what}s`;
  return isRevision ? `Take ${these} back?` : `Reject ${these}?`;
}
