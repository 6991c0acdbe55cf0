import { type Signal, useSignal } from '@preact/signals';
import type { Submission } from '../../../submissions/model.ts';
import { ApiError } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { uploadFile } from '../../data/upload.ts';
import { Button } from '../../ui/button.tsx';
import { MoneyField, NumberField, parseNumber, TextArea, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { ProofFile } from './proof-file.tsx';

export interface Proof {
  proofUrl: string;
  proofType: 'url' | 'screenshot';
  notes?: string | undefined;
  handle?: string | undefined;
  followers?: number | undefined;
  orderValue?: number | undefined;
  resubmitOf?: string | undefined;
}

interface SubmitFormProps {
  /** Sends the submission to its campaign or program. */
  onSubmit: (proof: Proof) => Promise<Submission>;
  /** The same call, for Show as code. */
  operation: 'createSubmission' | 'submitToProgram';
  target: { campaignId: string } | { id: string };
  hasAccountField?: boolean;
  hasFollowersField?: boolean;
  hasOrderValueField?: boolean;
  resubmitOf?: string;
}

const PROOF_TYPES = [
  { value: 'screenshot', label: 'Image' },
  { value: 'url', label: 'Link' },
] as const;

/** Form for a submission: an image or link as proof, and details for the business. */
export function SubmitForm({ onSubmit, operation, target, resubmitOf, ...asks }: SubmitFormProps) {
  const type = useSignal<Proof['proofType']>('screenshot');
  const proofFile = useProofFile();
  const [link, handle, notes, followers, orderValue] = [
    useSignal(''),
    useSignal(''),
    useSignal(''),
    useSignal(''),
    useSignal(''),
  ];
  const proofOf = (proofUrl: string): Proof => ({
    proofUrl,
    proofType: type.value,
    notes: notes.value || undefined,
    handle: handle.value || undefined,
    followers: parseNumber(followers),
    orderValue: parseNumber(orderValue),
    resubmitOf,
  });
  const submit = useAction(async () => {
    const proofUrl = type.value === 'url' ? link.value : await proofFile.ensureUploaded();
    if (proofUrl === undefined) return;
    const { id } = await onSubmit(proofOf(proofUrl));
    toast('Submission sent');
    navigate(`/my/submissions/${id}`);
  });
  return (
    <form class="stack" onSubmit={submit.submit}>
      <ProofTypeChoice proofType={type} />
      {type.value === 'screenshot' ? (
        <ProofFile key="file" {...proofFile} />
      ) : (
        <TextField
          key="link"
          label="Link to your post"
          type="url"
          placeholder="https://"
          value={link}
          error={submit.fieldError('proofUrl')}
          isRequired
        />
      )}
      {asks.hasAccountField && (
        <TextField
          key="account"
          label="Your account name"
          hint="The account you posted from."
          placeholder="@you"
          maxLength={200}
          value={handle}
          error={submit.fieldError('handle')}
        />
      )}
      {asks.hasFollowersField && (
        <NumberField label="Your follower count" value={followers} error={submit.fieldError('followers')} />
      )}
      {asks.hasOrderValueField && (
        <MoneyField label="Order value" value={orderValue} error={submit.fieldError('orderValue')} />
      )}
      <TextArea label="Note to business" rows={2} value={notes} error={submit.fieldError('notes')} />
      <FormError error={submit.error.value} />
      <div class="actions">
        <Button type="submit" kind="primary" icon="arrow" busy={submit.isBusy}>
          {resubmitOf ? 'Resubmit proof' : 'Submit proof'}
        </Button>
        <ShowCodeButton
          operation={operation}
          values={{ ...target, ...proofOf(link.value || '<uploaded url>') }}
        />
      </div>
    </form>
  );
}

function ProofTypeChoice({ proofType }: { proofType: Signal<Proof['proofType']> }) {
  return (
    <fieldset class="cards">
      <legend>Proof type</legend>
      {PROOF_TYPES.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="proofType"
            checked={proofType.value === value}
            onChange={() => {
              proofType.value = value;
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const REUSE_MS = 12 * 3600 * 1000;

/** Holds the chosen file and uploads it. */
function useProofFile() {
  const file = useSignal<File | undefined>(undefined);
  const error = useSignal<string | undefined>(undefined);
  const progress = useSignal<number | undefined>(undefined);
  /** The last upload, reused if another field was rejected. The server deletes unused uploads after a day. */
  const uploaded = useSignal<{ file: File; url: string; atMs: number } | undefined>(undefined);
  /** Uploads the file if necessary. @returns its URL; undefined, with the error set, if no file is chosen */
  const ensureUploaded = async (): Promise<string | undefined> => {
    const chosen = file.value;
    if (!chosen) {
      error.value ??= 'is required';
      return undefined;
    }
    if (uploaded.value?.file === chosen && Date.now() - uploaded.value.atMs < REUSE_MS)
      return uploaded.value.url;
    progress.value = 0;
    try {
      const { url } = await uploadFile(chosen, share => {
        progress.value = share;
      });
      uploaded.value = { file: chosen, url, atMs: Date.now() };
      return url;
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 415) error.value = 'must be an image or PDF';
      throw cause;
    } finally {
      progress.value = undefined;
    }
  };
  return { file, error, progress, ensureUploaded };
}
