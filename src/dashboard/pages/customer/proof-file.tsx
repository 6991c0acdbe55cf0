import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { formatRatio } from '../../data/format.ts';
import { formatMegabytes, UPLOAD_TYPES, validateUpload } from '../../data/upload-limits.ts';
import { Icon } from '../../ui/icon.tsx';
import { SHOP_ICONS } from '../../ui/shop-icons.ts';

interface ProofFileProps {
  file: Signal<File | undefined>;
  /** Why the file was rejected, by this page or the server. */
  error: Signal<string | undefined>;
  /** Fraction uploaded; undefined when no upload is running. */
  progress: Signal<number | undefined>;
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
    error.value = validateUpload(chosen);
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
      {preview.value && <img src={preview.value} alt="Preview" />}
      <div class="actions">
        <input {...inputProps} id={`${id}-file`} accept={UPLOAD_TYPES.join(',')} />
        <label class="button" for={`${id}-file`}>
          <Icon name="inbox" /> {file.value ? 'Choose another file' : 'Choose file'}
        </label>
        <span class="phone-only">
          <input {...inputProps} id={`${id}-photo`} accept="image/*" capture="environment" />
          <label class="button" for={`${id}-photo`}>
            <Icon name={SHOP_ICONS.camera} /> Take photo
          </label>
        </span>
      </div>
      <p class="hint" id={`${id}-note`}>
        {file.value
          ? `${file.value.name}, ${formatMegabytes(file.value.size)}`
          : 'Screenshot, photo or PDF, up to 10 MB.'}
      </p>
      {progress.value !== undefined && (
        <p class="upload-progress">
          <progress value={progress.value} aria-label="Uploading" /> {formatRatio(progress.value)}
        </p>
      )}
      {error.value && (
        <p class="field-error" role="alert">
          The file {error.value}
        </p>
      )}
    </div>
  );
}
