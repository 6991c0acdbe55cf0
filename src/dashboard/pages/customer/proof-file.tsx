import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { formatShare } from '../../data/format.ts';
import { megabytes, refusalOf, UPLOAD_TYPES } from '../../data/upload-limits.ts';
import { Icon } from '../../ui/icon.tsx';

interface ProofFileProps {
  file: Signal<File | undefined>;
  /** What is wrong with the file, said by this page or by the server. */
  error: Signal<string | undefined>;
  /** The share that is sent while it is; undefined before and after. */
  progress: Signal<number | undefined>;
}

/** A picture of proof: chosen or taken, looked at, and refused before it is sent where the server would. */
export function ProofFile({ file, error, progress }: ProofFileProps) {
  const id = useId();
  const preview = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (!file.value?.type.startsWith('image/')) return;
    const url = URL.createObjectURL(file.value);
    preview.value = url;
    return () => {
      preview.value = undefined;
      URL.revokeObjectURL(url);
    };
  }, [file.value]);
  const choose = (event: { currentTarget: HTMLInputElement }) => {
    const chosen = event.currentTarget.files?.[0];
    if (!chosen) return;
    error.value = refusalOf(chosen);
    file.value = error.value ? undefined : chosen;
  };
  const wired = {
    type: 'file',
    class: 'unseen',
    onChange: choose,
    'aria-describedby': `${id}-note`,
    'aria-invalid': error.value ? true : undefined,
  } as const;
  return (
    <div class="field proof-file">
      {preview.value && <img src={preview.value} alt="What you are about to send" />}
      <div class="actions">
        <input {...wired} id={`${id}-file`} accept={UPLOAD_TYPES.join(',')} />
        <label class="button" for={`${id}-file`}>
          <Icon name="inbox" /> {file.value ? 'Choose another picture' : 'Choose a picture'}
        </label>
        <span class="phone-only">
          <input {...wired} id={`${id}-photo`} accept="image/*" capture="environment" />
          <label class="button" for={`${id}-photo`}>
            <Icon name="camera" /> Take a photo
          </label>
        </span>
      </div>
      <p class="hint" id={`${id}-note`}>
        {file.value
          ? `${file.value.name}, ${megabytes(file.value.size)}`
          : 'A screenshot or photo, or a PDF, of at most 10 MB.'}
      </p>
      {progress.value !== undefined && (
        <p class="sending">
          <progress value={progress.value} aria-label="Sending the picture" /> {formatShare(progress.value)}
        </p>
      )}
      {error.value && (
        <p class="wrong" role="alert">
          The file {error.value}
        </p>
      )}
    </div>
  );
}
