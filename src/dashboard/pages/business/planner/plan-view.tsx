import type { MarketingPlan as Plan } from '../../../../planner/model.ts';
import { fromDollars } from '../../../data/currency.ts';
import {
  formatDate,
  formatLabel,
  formatNumber,
  formatPercent,
  formatRoundMoney,
} from '../../../data/format.ts';
import { planner as t } from '../../../messages/planner/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Stat, StatList } from '../../../ui/components.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { roundEstimate } from '../billing/plan-labels.ts';
import { PlannedCampaigns } from './planned-campaigns.tsx';

const HUNDRED_DOLLARS = 100;
/** Budget to offer when no campaign fits, in US dollars. */
const USEFUL_BUDGET = 300;
const NOTHING_FITS = 'nothingAffordable';

interface PlanViewProps {
  plan: Plan;
  /** Plans again with another monthly budget. */
  onBudget: (amount: number) => void;
}

/** A plan: its campaigns first, then tasks, budget by platform and the sources of its estimates. */
export function PlanView({ plan, onBudget }: PlanViewProps) {
  const { budget, forecast, campaigns, warnings } = plan;
  if (campaigns.length === 0) return <NothingFits plan={plan} onBudget={onBudget} />;
  return (
    <>
      {warnings.map(({ code, message }) => (
        <p key={code} class="notice warn">
          {message}
        </p>
      ))}
      <StatList>
        <Stat
          name={t.metrics.cost}
          value={formatRoundMoney(budget.allocated)}
          note={formatText(t.reserve, { amount: formatRoundMoney(budget.reserve) })}
        />
        <Stat
          name={t.metrics.submissions}
          value={formatText(t.about, { value: formatNumber(forecast.completions) })}
          note={t.youApprove}
        />
        <Stat
          name={t.metrics.reach}
          value={formatText(t.about, { value: formatNumber(roundEstimate(forecast.reach)) })}
          note={t.viewsAndVisits}
        />
        <Stat
          name={t.metrics.value}
          value={formatText(t.about, { value: formatRoundMoney(roundEstimate(forecast.value)) })}
          note={formatText(t.couldBe, {
            low: formatRoundMoney(roundEstimate(forecast.low)),
            high: formatRoundMoney(roundEstimate(forecast.high)),
          })}
        />
      </StatList>
      <PlannedCampaigns campaigns={campaigns} />
      <p class="notice">{describeNext100(plan)}</p>
      <WeeklyTasks plan={plan} />
      <BudgetByPlatform plan={plan} />
      <EstimateSources plan={plan} />
    </>
  );
}

/** Says why no campaign fits, and offers a budget that usually does. */
function NothingFits({ plan: { budget, warnings }, onBudget }: PlanViewProps) {
  return (
    <EmptyState icon="compass" title={t.nothingFits}>
      {warnings.map(({ code, message }) => (
        <p key={code}>{code === NOTHING_FITS ? message.replace('No campaign fits: t', 'T') : message}</p>
      ))}
      {budget.monthly < USEFUL_BUDGET && (
        <Button kind="primary" onClick={() => onBudget(USEFUL_BUDGET)}>
          {formatText(t.planWith, { amount: formatRoundMoney(fromDollars(USEFUL_BUDGET) ?? USEFUL_BUDGET) })}
        </Button>
      )}
    </EmptyState>
  );
}

/** Describes what a somewhat larger budget would bring. */
function describeNext100({ forecast: { next100 } }: Plan): string {
  if (next100.value <= 0) return t.noMoreBudget;
  const amount = formatRoundMoney(fromDollars(HUNDRED_DOLLARS) ?? HUNDRED_DOLLARS);
  const gain = formatText(t.more.gain, { amount, value: formatRoundMoney(roundEstimate(next100.value)) });
  const outcome =
    next100.completions > 0 ? formatText(t.more.gainWith, { gain, count: next100.completions }) : gain;
  return next100.value > HUNDRED_DOLLARS
    ? formatText(t.more.worth, { gain: outcome })
    : formatText(t.more.notWorth, { gain: outcome });
}

function WeeklyTasks({ plan: { timeline } }: { plan: Plan }) {
  return (
    <details class="card">
      <summary>{t.weekly}</summary>
      <div class="weeks">
        {timeline.map(({ week, startsAt, tasks }) => (
          <section key={week}>
            <h3>
              {formatText(t.week, { week })}{' '}
              <span class="hint">{formatText(t.starts, { date: formatDate(startsAt) })}</span>
            </h3>
            <ul class="plain-list">
              {tasks.map(task => (
                <li key={task}>{task}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}

function BudgetByPlatform({ plan: { allocation, budget } }: { plan: Plan }) {
  return (
    <details class="card">
      <summary>{t.whereMoney}</summary>
      {allocation.map(({ platform, amount, percent }) => (
        <ProgressBar
          key={platform}
          name={formatLabel(platform)}
          label={formatLabel(platform)}
          note={`${formatRoundMoney(amount)}, ${formatPercent(Math.round(percent))}`}
          value={amount}
          max={budget.allocated}
        />
      ))}
    </details>
  );
}

/** The assumptions behind the figures with their published sources, and how each campaign's value was calculated. */
function EstimateSources({ plan: { assumptions, campaigns } }: { plan: Plan }) {
  return (
    <details class="card">
      <summary>{t.howEstimated}</summary>
      <p>{t.howEstimatedText}</p>
      <ul class="plain-list">
        {campaigns.map(({ campaign, rationale }) => (
          <li key={`${campaign.platform} ${campaign.name}`}>
            <strong>{campaign.name}:</strong> {rationale}
          </li>
        ))}
      </ul>
      <ul class="plain-list">
        {assumptions.map(({ name, text, sources }) => (
          <li key={name}>
            {text}
            {sources.map(({ url, title }) => (
              <span key={title}> {url ? <a href={url}>{title}</a> : title}</span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
