import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Submission } from '../../../../submissions/model.ts';
import { readBlob } from '../../../data/api.ts';
import { getUploadPath } from '../../../data/proof.ts';
import { useResource } from '../../../data/resource.ts';
import { mine as t } from '../../../messages/mine/index.ts';
import { Loaded } from '../../../ui/states.tsx';

/** Shows submitted proof: the image itself, or the link. */
export function ProofView({ submission }: { submission: Submission }) {
  const { proofUrl } = submission;
  const path = getUploadPath(submission);
  if (path) return <UploadedProof path={path} />;
  return (
    <a href={proofUrl} target="_blank" rel="noreferrer noopener" class="break">
      {proofUrl}
    </a>
  );
}

function UploadedProof({ path }: { path: string }) {
  const bytes = useResource(abort => readBlob(path, abort), [path]);
  return (
    <Loaded resource={bytes} lines={3}>
      {blob => <ProofBlob blob={blob} />}
    </Loaded>
  );
}

function ProofBlob({ blob }: { blob: Blob }) {
  const url = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob);
    url.value = objectUrl;
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  if (!url.value) return null;
  if (!blob.type.startsWith('image/'))
    return (
      <a href={url.value} target="_blank" rel="noreferrer">
        {t.openPdf}
      </a>
    );
  return <img class="proof-image" src={url.value} alt={t.screenshot} />;
}
