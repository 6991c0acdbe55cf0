import type { Submission } from '../../../../submissions/model.ts';
import { api, send } from '../../../data/api.ts';
import { mine as t } from '../../../messages/mine/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';
import { MAX_REVISIONS } from './submission-labels.ts';
import { SubmitForm } from './submit-form.tsx';

/** The form for another attempt after a rejection, or that there is none. */
export default function Resubmit({ submission }: { submission: Submission }) {
  const { id: resubmitOf, campaignId, programId, revision } = submission;
  if (revision >= MAX_REVISIONS)
    return <p class="hint">{formatText(t.noAttempts, { max: MAX_REVISIONS })}</p>;
  return (
    <Card
      title={t.resubmit}
      actions={campaignId && <a href={`/campaigns/${campaignId}`}>{t.requirements}</a>}
    >
      <SubmitForm
        key={resubmitOf}
        resubmitOf={resubmitOf}
        previous={submission}
        hasAccountField={!programId}
        hasOrderValueField={Boolean(programId)}
        onSubmit={proof =>
          programId
            ? send(api.programs({ id: programId }).submit.post({ ...withoutAccount(proof), campaignId }))
            : send(api.submissions.post({ campaignId: campaignId ?? '', ...proof }))
        }
      />
    </Card>
  );
}

/** Removes the account and followers, which program submissions don't accept. */
function withoutAccount<P extends { handle?: unknown; followers?: unknown }>({
  handle: _,
  followers: __,
  ...rest
}: P) {
  return rest;
}
