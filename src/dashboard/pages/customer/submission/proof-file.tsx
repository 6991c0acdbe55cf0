import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { formatRatio } from '../../../data/format.ts';
import {
  findUploadProblem,
  formatMegabytes,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPES,
} from '../../../data/upload-limits.ts';
import { proof as t } from '../../../messages/proof/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';

interface ProofFileProps {
  file: Signal<File | undefined>;
  /** Why the file was rejected, by this page or the server. */
  error: Signal<string | undefined>;
  /** Fraction uploaded; undefined when no upload is running. */
  progress: Signal<number | undefined>;
}

function describeProblem(file: File): string | undefined {
  const problem = findUploadProblem(file);
  if (problem === 'type') return t.fileType;
  if (problem === 'empty') return t.fileEmpty;
  return (
    problem &&
    formatText(t.fileTooLarge, { size: formatMegabytes(file.size), limit: formatMegabytes(MAX_UPLOAD_BYTES) })
  );
}

/** Chooses or takes an image, previews it, and applies the server's limits before upload. */
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
    error.value = describeProblem(chosen);
    file.value = error.value ? undefined : chosen;
  };
  const inputProps = {
    type: 'file',
    class: 'visually-hidden',
    onChange: choose,
    'aria-describedby': `${id}-note`,
    'aria-invalid': error.value ? true : undefined,
  } as const;
  return (
    <div class="field proof-file">
      {preview.value && <img src={preview.value} alt={t.preview} />}
      <div class="actions">
        <input {...inputProps} id={`${id}-file`} accept={UPLOAD_TYPES.join(',')} />
        <label class="button" for={`${id}-file`}>
          <Icon name="inbox" /> {file.value ? t.otherFile : t.chooseFile}
        </label>
        <span class="phone-only">
          <input {...inputProps} id={`${id}-photo`} accept="image/*" capture="environment" />
          <label class="button" for={`${id}-photo`}>
            <Icon name={SHOP_ICONS.camera} /> {t.takePhoto}
          </label>
        </span>
      </div>
      <p class="hint" id={`${id}-note`}>
        {file.value ? `${file.value.name}, ${formatMegabytes(file.value.size)}` : t.fileHint}
      </p>
      {progress.value !== undefined && (
        <p class="upload-progress">
          <progress value={progress.value} aria-label={t.uploading} /> {formatRatio(progress.value)}
        </p>
      )}
      {error.value && (
        <p class="field-error" role="alert">
          {error.value}
        </p>
      )}
    </div>
  );
}
