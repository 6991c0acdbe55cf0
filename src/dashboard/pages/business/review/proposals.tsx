import { signal } from '@preact/signals';
import type { Proposal } from '../../../../mandates/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { proposals as t } from '../../../messages/proposals/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Card, DetailList } from '../../../ui/components.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { TimeLeft } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import '../../../ui/owner-style.ts';
import { MemberLink } from '../shared/member-link.tsx';
import { describeFields, findRecords } from './request-fields.ts';

interface ProposalsProps {
  items: Proposal[];
  onDecided: () => void;
}

/** Shows requests of agents, which people approve or reject. */
export default function Proposals({ items, onDecided }: ProposalsProps) {
  return (
    <section class="stack" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p class="hint">{t.intro}</p>
      {items.map(proposal => (
        <ProposalCard key={proposal.id} proposal={proposal} onDecided={onDecided} />
      ))}
    </section>
  );
}

function ProposalCard({ proposal, onDecided }: { proposal: Proposal; onDecided: () => void }) {
  const { id, agent, operationId, amount, currency, expiresAt, request, preview } = proposal;
  const { campaignId, programId, memberId } = findRecords(request);
  const approve = useAction(async () => {
    await send(api.proposals({ id }).decide.post({ action: 'approve' }));
    toast(formatText(t.approved, { agent: agent.name }));
    onDecided();
  });
  const error = approve.error.value;
  return (
    <Card
      title={(t.operations as Record<string, string>)[operationId] ?? operationId}
      actions={<ShowCodeButton operation="decideProposal" values={{ id, action: 'approve' }} />}
    >
      <DetailList
        items={[
          [t.agent, agent.name],
          [t.cost, amount === null ? t.unknown : formatMoney(amount, currency)],
          [t.expires, <TimeLeft key={id} until={expiresAt} />],
          campaignId !== undefined && [t.fields.campaignId, <Campaign key={id} id={campaignId} />],
          programId !== undefined && [t.fields.programId, <Program key={id} id={programId} />],
          programId !== undefined &&
            memberId !== undefined && [
              t.fields.memberId,
              <Member key={id} programId={programId} memberId={memberId} />,
            ],
          ...describeFields(proposal, t.fields),
        ]}
      />
      <details>
        <summary>{t.preview}</summary>
        <p>
          <code>{`${request.method} ${request.path}`}</code>
        </p>
        <CodeBlock text={JSON.stringify(preview, null, 2)} />
      </details>
      {error?.code === 'BUDGET_EXHAUSTED' ? (
        <p class="field-error" role="alert">
          {t.overBudget}
        </p>
      ) : (
        <FormError error={error} />
      )}
      <div class="actions">
        <Button kind="primary" busy={approve.isBusy} onClick={() => void approve.run()}>
          {t.approve}
        </Button>
        <Button onClick={() => reject(proposal, onDecided)}>{t.reject}</Button>
      </div>
    </Card>
  );
}

function Campaign({ id }: { id: string }) {
  const { data } = useRead(api.campaigns({ id }).get);
  return <a href={`/dashboard/campaigns/${id}`}>{data.value?.name ?? id}</a>;
}

function Program({ id }: { id: string }) {
  const { data } = useRead(api.programs({ id }).get);
  return <a href={`/dashboard/programs/${id}`}>{data.value?.name ?? id}</a>;
}

/** Shows a member by name, and one who is to be enrolled by the identifier. */
function Member({ programId, memberId }: { programId: string; memberId: string }) {
  const member = useRead(api.programs({ id: programId }).members({ memberId }).get);
  const found = member.data.value;
  return found ? <MemberLink programId={programId} member={found} /> : <span>{memberId}</span>;
}

function reject({ id, agent }: Proposal, onRejected: () => void): void {
  const reason = signal('');
  const body = () => ({ action: 'reject' as const, reason: reason.value.trim() || undefined });
  openForm({
    title: formatText(t.rejectTitle, { agent: agent.name }),
    submitLabel: t.reject,
    isDanger: true,
    content: <TextArea label={t.reason} hint={t.reasonHint} rows={2} value={reason} name="reason" />,
    call: () => ({ operation: 'decideProposal', values: { id, ...body() } }),
    run: async () => {
      await send(api.proposals({ id }).decide.post(body()));
      toast(formatText(t.rejected, { agent: agent.name }));
      onRejected();
    },
  });
}
