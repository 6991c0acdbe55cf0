import { type Signal, useSignal } from '@preact/signals';
import type { Submission } from '../../../../submissions/model.ts';
import { ApiError } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { uploadFile } from '../../../data/upload.ts';
import { proof as t } from '../../../messages/proof/index.ts';
import { MoneyField, NumberField, parseNumber, TextArea, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AccountSection, useAccount } from '../account/account-section.tsx';
import { ProofFile } from './proof-file.tsx';

interface Proof {
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
  hasAccountField?: boolean;
  hasFollowersField?: boolean;
  hasOrderValueField?: boolean;
  resubmitOf?: string;
  /** Kinds of proof that suit the task, best first. */
  suggestedProof?: string[] | undefined;
  /** The shop that gets the submission; needed where visitors can sign up. */
  shopName?: string;
  /** A rejected submission, whose link and account are kept. */
  previous?: Submission;
}

const PROOF_TYPES = ['screenshot', 'url'] as const;

/** Form for a submission: an image or link as proof, and details for the business. */
export function SubmitForm({
  onSubmit,
  resubmitOf,
  suggestedProof,
  previous,
  shopName,
  ...asks
}: SubmitFormProps) {
  const type = useSignal(toProofType(previous?.proofType ?? suggestedProof?.[0]));
  const account = useAccount();
  const proofFile = useProofFile();
  const [link, handle, notes, followers, orderValue] = [
    useSignal(previous?.proofType === 'url' ? previous.proofUrl : ''),
    useSignal(previous?.handle ?? ''),
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
    // Before the account, so that a missing file doesn't cost a sign-up.
    if (type.value === 'screenshot' && !proofFile.hasFile()) return;
    if (!(await account.ensureSession())) return;
    const proofUrl = type.value === 'url' ? link.value : await proofFile.ensureUploaded();
    if (proofUrl === undefined) return;
    const { id } = await onSubmit(proofOf(proofUrl));
    toast(t.sent);
    navigate(`/my/submissions/${id}`);
  });
  return (
    <Form class="stack" action={submit}>
      <ProofTypeChoice proofType={type} />
      {type.value === 'screenshot' ? (
        <ProofFile key="file" {...proofFile} />
      ) : (
        <TextField
          key="link"
          label={t.postLink}
          type="url"
          placeholder="https://"
          value={link}
          name="proofUrl"
          isRequired
        />
      )}
      {asks.hasAccountField && (
        <TextField
          key="account"
          label={t.accountName}
          hint={t.accountNameHint}
          placeholder={t.accountExample}
          maxLength={200}
          value={handle}
          name="handle"
        />
      )}
      {asks.hasFollowersField && <NumberField label={t.followers} value={followers} name="followers" />}
      {asks.hasOrderValueField && <MoneyField label={t.orderValue} value={orderValue} name="orderValue" />}
      <details open={submit.error.value?.details.some(({ field }) => field === 'notes')}>
        <summary>{t.addNote}</summary>
        <TextArea label={t.note} rows={2} value={notes} name="notes" />
      </details>
      <AccountSection account={account} shopName={shopName ?? t.theShop} />
      <FormActions label={resubmitOf ? t.resubmit : t.submit} icon="arrow" />
    </Form>
  );
}

function toProofType(suggested: string | undefined): Proof['proofType'] {
  return suggested === 'url' ? 'url' : 'screenshot';
}

function ProofTypeChoice({ proofType }: { proofType: Signal<Proof['proofType']> }) {
  return (
    <fieldset class="cards">
      <legend>{t.what}</legend>
      {PROOF_TYPES.map(value => (
        <label key={value}>
          <input
            type="radio"
            name="proofType"
            checked={proofType.value === value}
            onChange={() => {
              proofType.value = value;
            }}
          />
          {value === 'url' ? t.link : t.image}
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
  /** Returns whether a file is chosen, and sets the error otherwise. */
  const hasFile = () => {
    if (!file.value) error.value ??= t.fileRequired;
    return file.value !== undefined;
  };
  /** Uploads the file if necessary. @returns its URL; undefined, with the error set, if no file is chosen */
  const ensureUploaded = async (): Promise<string | undefined> => {
    const chosen = file.value;
    if (!chosen || !hasFile()) return undefined;
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
      if (cause instanceof ApiError && cause.status === 415) error.value = t.fileType;
      throw cause;
    } finally {
      progress.value = undefined;
    }
  };
  return { file, error, progress, hasFile, ensureUploaded };
}
