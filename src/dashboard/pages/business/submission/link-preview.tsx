import type { Submission } from '../../../../submissions/model.ts';
import { api, send } from '../../../data/api.ts';
import { mayHavePreview } from '../../../data/preview-hosts.ts';
import { useResource } from '../../../data/resource.ts';

/** The picture, title and author of a linked post; nothing if its platform describes none. */
export default function LinkPreview({ submission }: { submission: Submission }) {
  const { id, proofUrl } = submission;
  const preview = useResource(
    async abort =>
      mayHavePreview(proofUrl) ? await send(api.submissions({ id }).preview.get(abort)) : undefined,
    [id],
  );
  const shown = preview.data.value;
  if (!shown?.provider) return null;
  return (
    <span class="stack">
      {shown.image && (
        <span class="proof-picture">
          <img src={shown.image} alt="" />
        </span>
      )}
      {shown.title && <strong>{shown.title}</strong>}
      <span class="hint">{[shown.author, shown.provider].filter(Boolean).join(' · ')}</span>
    </span>
  );
}
