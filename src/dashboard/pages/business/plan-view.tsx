import { type Signal, useSignal } from '@preact/signals';
import type { MarketingPlan as Plan, PlannedCampaign } from '../../../planner/model.ts';
import { api, send } from '../../data/api.ts';
import {
  formatDay,
  formatMoney,
  formatNumber,
  formatRoundMoney,
  formatShare,
  formatWord,
} from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Stat, Stats } from '../../ui/components.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { FormError } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

/** A plan: what it comes to, where the money goes, what to do each week. */
export function PlanView({ plan }: { plan: Plan }) {
  const { budget, forecast, allocation, campaigns, warnings, timeline, assumptions } = plan;
  return (
    <>
      {warnings.map(({ code, message }) => (
        <p key={code} class="notice warn">
          {message}
        </p>
      ))}
      <Stats>
        <Stat
          name="Worth a month"
          value={formatMoney(forecast.value)}
          note={`between ${formatRoundMoney(forecast.low)} and ${formatRoundMoney(forecast.high)}`}
        />
        <Stat
          name="Cost"
          value={formatMoney(budget.allocated)}
          note={`${formatMoney(budget.reserve)} kept back`}
        />
        <Stat name="Return" value={forecast.roi === null ? '–' : formatShare(forecast.roi)} />
        <Stat name="Approved proof" value={formatNumber(forecast.completions)} />
        <Stat name="People reached" value={formatNumber(forecast.reach)} />
      </Stats>
      <p class="notice">{next100Words(plan)}</p>
      <Campaigns campaigns={campaigns} />
      <Card title="Where the money goes">
        {allocation.map(({ platform, amount, percent }) => (
          <ProgressBar
            key={platform}
            name={formatWord(platform)}
            label={formatWord(platform)}
            note={`${formatMoney(amount)}, ${formatNumber(Math.round(percent))} %`}
            value={amount}
            max={budget.allocated}
          />
        ))}
      </Card>
      <Card title="Week by week">
        <div class="weeks">
          {timeline.map(({ week, startsAt, tasks }) => (
            <section key={week}>
              <h3>
                Week {week} <span class="hint">from {formatDay(startsAt)}</span>
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
        <summary>What the figures rest on</summary>
        <ul class="plain-list">
          {assumptions.map(({ name, text }) => (
            <li key={name}>{text}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The price of the budget, as somebody would say it. */
function next100Words({ forecast: { next100 } }: Plan): string {
  if (next100.value <= 0) return "A larger budget wouldn't help: the plan already uses every useful action.";
  const proof = next100.completions > 0 ? `, with ${formatNumber(next100.completions)} more approvals` : '';
  const verdict = next100.value > 100 ? 'that pays.' : 'less than it costs.';
  return `100 dollars more a month would bring ${formatMoney(next100.value)} more${proof}: ${verdict}`;
}

function Campaigns({ campaigns }: { campaigns: PlannedCampaign[] }) {
  const drafts: Signal<Record<number, string>> = useSignal({});
  const applyAll = useAction(async () => {
    for (const [index, { campaign }] of campaigns.entries()) {
      // After a failure the next try goes on where this one ended.
      if (drafts.value[index]) continue;
      const { id } = await send(api.campaigns.post({ ...campaign, ...tenant() }));
      drafts.value = { ...drafts.value, [index]: id };
    }
    toast('All of it is there as drafts; launch each when it looks right');
  });
  const left = campaigns.filter((_, index) => !drafts.value[index]).length;
  const most = Math.max(...campaigns.map(({ value }) => value), 1);
  const rows = campaigns.map((planned, index) => ({ ...planned, index }));
  return (
    <Card
      title="Campaigns"
      actions={
        <div class="actions">
          <Button
            kind="primary"
            busy={applyAll.isBusy}
            isDisabled={left === 0}
            onClick={() => void applyAll.run()}
          >
            {left === 0 ? 'Saved as drafts' : 'Save all as drafts'}
          </Button>
          {campaigns[0] && <AsCode operation="createCampaign" values={{ ...campaigns[0].campaign }} />}
        </div>
      }
    >
      <FormError error={applyAll.error.value} />
      <Table
        caption="Campaigns of the plan"
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
          { head: 'Platform', cell: ({ campaign }) => formatWord(campaign.platform) },
          { head: 'Budget', isNumber: true, cell: ({ budget }) => formatMoney(budget) },
          { head: 'Proof', isNumber: true, cell: ({ completions }) => formatNumber(completions) },
          { head: 'Reach', isNumber: true, cell: ({ reach }) => formatNumber(reach) },
          {
            head: 'Worth',
            cell: ({ campaign, value }) => (
              <ProgressBar
                name={`Worth of ${campaign.name}`}
                label={formatMoney(value)}
                note=""
                value={value}
                max={most}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
