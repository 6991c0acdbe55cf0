import { type Signal, useSignal } from '@preact/signals';
import type { MarketingPlan as Plan, PlannedCampaign } from '../../../planner/model.ts';
import { api, send } from '../../data/api.ts';
import {
  formatDate,
  formatLabel,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRatio,
  formatRoundMoney,
  plural,
} from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stat, StatList } from '../../ui/components.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

/** A plan: forecast, campaigns, budget allocation and weekly tasks. */
export function PlanView({ plan }: { plan: Plan }) {
  const { budget, forecast, allocation, campaigns, warnings, timeline, assumptions } = plan;
  return (
    <>
      {warnings.map(({ code, message }) => (
        <p key={code} class="notice warn">
          {message}
        </p>
      ))}
      <StatList>
        <Stat
          name="Estimated value per month"
          value={`about ${formatRoundMoney(forecast.value)}`}
          note={`could be ${formatRoundMoney(forecast.low)} to ${formatRoundMoney(forecast.high)}`}
        />
        <Stat
          name="Cost"
          value={formatMoney(budget.allocated)}
          note={`${formatMoney(budget.reserve)} held in reserve`}
        />
        <Stat name="Return" value={forecast.roi === null ? '–' : formatRatio(forecast.roi)} />
        <Stat name="Approved submissions" value={formatNumber(forecast.completions)} />
        <Stat name="People reached" value={formatNumber(forecast.reach)} />
      </StatList>
      <p class="notice">{describeNext100(plan)}</p>
      <Campaigns campaigns={campaigns} />
      <Card title="Budget allocation">
        {allocation.map(({ platform, amount, percent }) => (
          <ProgressBar
            key={platform}
            name={formatLabel(platform)}
            label={formatLabel(platform)}
            note={`${formatMoney(amount)}, ${formatPercent(Math.round(percent))}`}
            value={amount}
            max={budget.allocated}
          />
        ))}
      </Card>
      <Card title="Weekly tasks">
        <div class="weeks">
          {timeline.map(({ week, startsAt, tasks }) => (
            <section key={week}>
              <h3>
                Week {week} <span class="hint">starts {formatDate(startsAt)}</span>
              </h3>
              <ul class="plain-list">
                {tasks.map(task => (
                  <li key={task}>{task}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Card>
      <details class="card">
        <summary>Assumptions</summary>
        <ul class="plain-list">
          {assumptions.map(({ name, text }) => (
            <li key={name}>{text}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Describes what an extra $100 per month would bring. */
function describeNext100({ forecast: { next100 } }: Plan): string {
  if (next100.value <= 0) return "A larger budget wouldn't help: the plan already uses every useful action.";
  const approvals = next100.completions > 0 ? ` and ${plural(next100.completions, 'approval')}` : '';
  const verdict = next100.value > 100 ? 'worth it.' : 'less than it costs.';
  return `An extra $100 per month would add about ${formatRoundMoney(next100.value)} in value${approvals}: ${verdict}`;
}

function Campaigns({ campaigns }: { campaigns: PlannedCampaign[] }) {
  const drafts: Signal<Record<number, string>> = useSignal({});
  const applyAll = useAction(async () => {
    for (const [index, { campaign }] of campaigns.entries()) {
      // A retry skips the campaigns that are already saved.
      if (drafts.value[index]) continue;
      const { id } = await send(api.campaigns.post({ ...campaign, ...tenantParams() }));
      drafts.value = { ...drafts.value, [index]: id };
    }
    toast('Campaigns saved as drafts. Review and launch each one.');
  });
  const unsaved = campaigns.filter((_, index) => !drafts.value[index]).length;
  const maxValue = Math.max(...campaigns.map(({ value }) => value), 1);
  const rows = campaigns.map((planned, index) => ({ ...planned, index }));
  return (
    <Card
      title="Campaigns"
      actions={
        <div class="actions">
          <Button
            kind="primary"
            busy={applyAll.isBusy}
            isDisabled={unsaved === 0}
            onClick={() => void applyAll.run()}
          >
            {unsaved === 0 ? 'Saved as drafts' : 'Save all as drafts'}
          </Button>
          {campaigns[0] && (
            <ShowCodeButton operation="createCampaign" values={{ ...campaigns[0].campaign }} />
          )}
        </div>
      }
    >
      <FormError error={applyAll.error.value} />
      <Table
        caption="Planned campaigns"
        items={rows}
        keyOf={({ index }) => String(index)}
        columns={[
          {
            head: 'Campaign',
            cell: ({ campaign, index }) =>
              drafts.value[index] ? (
                <a href={`/dashboard/campaigns/${drafts.value[index]}`}>{campaign.name}</a>
              ) : (
                campaign.name
              ),
          },
          { head: 'Platform', cell: ({ campaign }) => formatLabel(campaign.platform) },
          { head: 'Budget', isNumber: true, cell: ({ budget }) => formatMoney(budget) },
          { head: 'Submissions', isNumber: true, cell: ({ completions }) => formatNumber(completions) },
          { head: 'Reach', isNumber: true, cell: ({ reach }) => formatNumber(reach) },
          {
            head: 'Estimated value',
            cell: ({ campaign, value }) => (
              <ProgressBar
                name={`Estimated value of ${campaign.name}`}
                label={formatMoney(value)}
                note=""
                value={value}
                max={maxValue}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
