import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MarketingPlan as Plan } from '../../../../planner/model.ts';
import { api, send } from '../../../data/api.ts';
import { fromDollars } from '../../../data/currency.ts';
import { formatRoundMoney } from '../../../data/format.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { businessId, tenantParams } from '../../../data/session.ts';
import { planner as t } from '../../../messages/planner/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { MoneyField, NumberField, parseNumber, toNumberText } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { PlanComparison } from '../billing/plan-comparison.tsx';
import { PlanView } from './plan-view.tsx';

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../../ui/owner-style.ts');

const GOALS = ['sales', 'awareness', 'content', 'reviews', 'referrals', 'followers', 'engagement'] as const;
/** Monthly budgets to choose with one click, in US dollars. */
const COMMON_BUDGETS = [100, 300, 600, 1_000];
const DEFAULT_BUDGET = 300;
const MIN_BUDGET = 100;
/** Suggested budgets are multiples of this, in US dollars. */
const BUDGET_STEP = 25;
const SPENDING_DAYS = 30;

/** Outside the component, so that leaving the page doesn't lose a plan that took time to compute. */
const plan = signal<Plan | null>(null);
const saved = signal<Plan | null>(null);

/** Computes a monthly plan, compares it with a saved one, and creates its campaigns as drafts. */
export default function Planner() {
  const goals = useSignal<string[]>(['sales']);
  const spent = useSpending();
  const budget = useSignal(toNumberText(plan.value?.budget.monthly ?? fromDollars(DEFAULT_BUDGET)));
  const isTouched = useSignal(plan.value !== null);
  const isFolded = useSignal((plan.value?.campaigns.length ?? 0) > 0);
  const [reviews, customers] = [useSignal(''), useSignal('')];
  useEffect(() => {
    if (spent !== undefined && spent > 0 && !isTouched.value)
      budget.value = toNumberText(toSuggestedBudget(spent));
  }, [spent]);
  const buildBody = () => ({
    businessId: businessId.value ?? '',
    budget: parseNumber(budget),
    goals: goals.value.length > 0 ? goals.value : undefined,
    reviewsPerWeek: parseNumber(reviews),
    customersPerMonth: parseNumber(customers),
  });
  const make = useAction(async () => {
    plan.value = await send(api.ai['campaign-agent'].post(buildBody()));
    isFolded.value = plan.value.campaigns.length > 0;
  });
  const setBudget = (amount: number) => {
    isTouched.value = true;
    budget.value = toNumberText(amount);
  };
  return (
    <>
      <PageHead title={t.title} intro={t.intro} />
      {isFolded.value && (
        <FoldedForm
          budget={parseNumber(budget) ?? 0}
          goals={goals.value}
          onChange={() => {
            isFolded.value = false;
          }}
          onSave={
            plan.value === saved.value
              ? undefined
              : () => {
                  saved.value = plan.value;
                }
          }
        />
      )}
      <div hidden={isFolded.value}>
        <Card>
          <Form onInput={() => (isTouched.value = true)} action={make}>
            <div class="halves">
              <div class="stack">
                <MoneyField
                  label={t.monthlyBudget}
                  hint={spent ? formatText(t.lastMonth, { amount: formatRoundMoney(spent) }) : t.budgetHint}
                  value={budget}
                  name="budget"
                  isRequired
                />
                <BudgetPresets budget={budget} spent={spent} onChoose={setBudget} />
              </div>
              <CheckboxGroup
                legend={t.want}
                options={GOALS.map(value => ({ value, label: t.goals[value] }))}
                selected={goals}
                name="goals"
              />
            </div>
            <MoreOptions customers={customers} reviews={reviews} />
            <div class="save-bar">
              <FormError error={make.error.value} />
              <SubmitButton kind={plan.value ? 'plain' : 'primary'}>
                {plan.value ? t.update : t.create}
              </SubmitButton>
              <ShowCodeButton operation="planMarketing" values={buildBody()} />
            </div>
          </Form>
        </Card>
      </div>
      {saved.value && plan.value && saved.value !== plan.value && plan.value.campaigns.length > 0 && (
        <PlanComparison
          saved={saved.value}
          current={plan.value}
          onClear={() => {
            saved.value = null;
          }}
        />
      )}
      {saved.value && saved.value === plan.value && <p class="notice">{t.savedHow}</p>}
      {plan.value && (
        <PlanView
          key={plan.value.planId}
          plan={plan.value}
          onBudget={amount => {
            setBudget(amount);
            void make.run();
          }}
        />
      )}
    </>
  );
}

interface MoreOptionsProps {
  customers: Signal<string>;
  reviews: Signal<string>;
}

function MoreOptions({ customers, reviews }: MoreOptionsProps) {
  return (
    <details class="more-fields">
      <summary>{t.moreOptions}</summary>
      <NumberField label={t.customers} hint={t.customersHint} value={customers} name="customersPerMonth" />
      <NumberField label={t.reviews} hint={t.reviewsHint} value={reviews} name="reviewsPerWeek" />
    </details>
  );
}

interface FoldedFormProps {
  budget: number;
  goals: string[];
  onChange: () => void;
  /** Absent if the plan is saved for comparison. */
  onSave: (() => void) | undefined;
}

/** The form in a line once there is a plan, which then starts at the top. */
function FoldedForm({ budget, goals, onChange, onSave }: FoldedFormProps) {
  const wanted = GOALS.filter(value => goals.includes(value)).map(value => t.goals[value]);
  return (
    <div class="notice folded-form">
      <p>{[formatText(t.perMonth, { amount: formatRoundMoney(budget) }), ...wanted].join(' · ')}</p>
      <div class="actions">
        <Button isSmall onClick={onChange}>
          {t.change}
        </Button>
        {onSave && (
          <Button isSmall onClick={onSave}>
            {t.saveToCompare}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns what the rewards of the last 30 days cost; undefined until it is loaded. */
function useSpending(): number | undefined {
  const statistics = useRead(api.business.statistics.get, { days: SPENDING_DAYS, ...tenantParams() });
  return statistics.data.value?.totals.cost;
}

function toSuggestedBudget(spent: number): number {
  return Math.max(MIN_BUDGET, Math.round(spent / BUDGET_STEP) * BUDGET_STEP);
}

interface PresetProps {
  budget: Signal<string>;
  /** The cost of the rewards of the last 30 days; the amount next to it is offered too. */
  spent: number | undefined;
  onChoose: (amount: number) => void;
}

function BudgetPresets({ budget, spent, onChoose }: PresetProps) {
  const common = COMMON_BUDGETS.flatMap(dollars => fromDollars(dollars) ?? []);
  const amounts = [...new Set([...common, ...(spent ? [toSuggestedBudget(spent)] : [])])].sort(
    (a, b) => a - b,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own default style and needs a legend
    <div class="tabs" role="group" aria-label={t.amounts}>
      {amounts.map(amount => (
        <button
          key={amount}
          type="button"
          aria-pressed={parseNumber(budget) === amount}
          onClick={() => onChoose(amount)}
        >
          {formatRoundMoney(amount)}
        </button>
      ))}
    </div>
  );
}
