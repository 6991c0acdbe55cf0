import { useSignal } from '@preact/signals';
import type { PlannedCampaign } from '../../../../planner/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatLabel, formatMoney, formatNumber, formatRoundMoney } from '../../../data/format.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { planner as t } from '../../../messages/planner/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import {
  describeFrequency,
  describeReason,
  describeUnitCost,
  roundEstimate,
} from '../billing/plan-labels.ts';

/** The campaigns of a plan. Those that stay selected are created as drafts. */
export function PlannedCampaigns({ campaigns }: { campaigns: PlannedCampaign[] }) {
  const drafts = useSignal<Record<number, string>>({});
  const skipped = useSignal<number[]>([]);
  const rows = campaigns.map((planned, index) => ({ ...planned, index }));
  const selected = rows.filter(({ index }) => !skipped.value.includes(index));
  const isCreated = Object.keys(drafts.value).length > 0;
  const create = useAction(async () => {
    for (const { campaign, index } of selected) {
      // A retry skips the campaigns that are already saved.
      if (drafts.value[index]) continue;
      const { id } = await send(api.campaigns.post({ ...campaign, ...tenantParams() }));
      drafts.value = { ...drafts.value, [index]: id };
    }
    toast(formatText(t.draftsCreated, { count: selected.length }));
  });
  const isDone = isCreated && selected.every(({ index }) => drafts.value[index]);
  const toggle = (index: number) => {
    skipped.value = skipped.value.includes(index)
      ? skipped.value.filter(other => other !== index)
      : [...skipped.value, index];
  };
  const cost = selected.reduce((sum, { budget }) => sum + budget, 0);
  return (
    <Card title={t.yourCampaigns}>
      <Table
        caption={t.planned}
        items={rows}
        keyOf={({ index }) => String(index)}
        columns={[
          {
            head: t.campaign,
            cell: ({ campaign, index }) =>
              drafts.value[index] ? (
                <a href={`/dashboard/campaigns/${drafts.value[index]}`}>{campaign.name}</a>
              ) : (
                <label class="pick">
                  <input
                    type="checkbox"
                    checked={!skipped.value.includes(index)}
                    onChange={() => toggle(index)}
                  />
                  {campaign.name}
                </label>
              ),
          },
          { head: t.where, cell: ({ campaign }) => formatLabel(campaign.platform) },
          { head: t.howOften, cell: ({ completions }) => describeFrequency(completions) },
          {
            head: t.metrics.reach,
            isNumber: true,
            cell: ({ reach }) => formatText(t.about, { value: formatNumber(roundEstimate(reach)) }),
          },
          {
            head: t.cost,
            isNumber: true,
            cell: planned => (
              <span>
                {formatMoney(planned.budget)} <span class="hint">{describeUnitCost(planned)}</span>
              </span>
            ),
          },
          { head: t.why, cell: planned => <span class="hint">{describeReason(planned, campaigns)}</span> },
        ]}
      />
      <FormError error={create.error.value} />
      <div class="actions">
        {isDone ? (
          <ButtonLink kind="primary" href="/dashboard/campaigns?state=draft">
            {t.reviewDrafts}
          </ButtonLink>
        ) : (
          <Button
            kind="primary"
            busy={create.isBusy}
            isDisabled={selected.length === 0}
            onClick={() => void create.run()}
          >
            {skipped.value.length === 0
              ? t.createThese
              : formatText(t.createCount, { count: selected.length })}
          </Button>
        )}
        <span class="hint">
          {isDone ? t.createdHow : formatText(t.costHow, { amount: formatRoundMoney(cost) })}
        </span>
        {campaigns[0] && <ShowCodeButton operation="createCampaign" values={{ ...campaigns[0].campaign }} />}
      </div>
    </Card>
  );
}
