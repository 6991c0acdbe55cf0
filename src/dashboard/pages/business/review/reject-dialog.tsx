import { useSignal } from '@preact/signals';
import { useAction } from '../../../data/resource.ts';
import { reviewParts as t } from '../../../messages/reviewParts/index.ts';
import { formatText } from '../../../messages/text.ts';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { RejectionCode } from '../submission/review-labels.ts';

interface RejectProps {
  /** The submissions to reject. */
  ids: string[];
  /** True if this undoes an approval. */
  isReversal: boolean;
  /** True if the business requires a message to the customer. */
  needsReason: boolean;
  reject: (code: RejectionCode, reason: string) => void;
  onClose: () => void;
}

/** Asks for a rejection reason and an optional message; the customer sees both. */
export default function RejectDialog({ ids, isReversal, needsReason, reject, onClose }: RejectProps) {
  const code = useSignal<RejectionCode | undefined>(undefined);
  const reason = useSignal('');
  const values = {
    ...(ids.length === 1 ? { submissionId: ids[0] } : { submissionIds: ids }),
    action: 'reject',
    rejectionCode: code.value,
    reason: reason.value.trim() || undefined,
    reverse: isReversal || undefined,
  };
  const action = useAction(async () => {
    if (code.value) reject(code.value, reason.value.trim());
  });
  return (
    <FormDialog
      title={getTitle(ids.length, isReversal)}
      submitLabel={isReversal ? t.undoApproval : t.reject}
      isDanger
      action={action}
      onClose={onClose}
      call={{ operation: 'reviewSubmission', values: values }}
    >
      {isReversal && <p>{t.undoHow}</p>}
      <fieldset class="reasons">
        <legend>{t.reason}</legend>
        {(Object.entries(t.rejections) as [RejectionCode, string][]).map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="rejectionCode"
              required
              checked={code.value === value}
              onChange={() => {
                code.value = value;
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t.message}
        hint={t.messageHint}
        rows={2}
        value={reason}
        name="reason"
        isRequired={needsReason}
      />
    </FormDialog>
  );
}

function getTitle(count: number, isRevision: boolean): string {
  if (isRevision) return count === 1 ? t.undoOne : formatText(t.undoMany, { count });
  return count === 1 ? t.rejectOne : formatText(t.rejectMany, { count });
}
