import { signal, useSignal } from '@preact/signals';
import type { MarketingPlan as Plan } from '../../../planner/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { businessId } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, type CheckboxOption } from '../../ui/checkbox-group.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { NumberField, parseNumber } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import { PlanView } from './plan-view.tsx';

const GOALS: CheckboxOption<string>[] = [
  { value: 'sales', label: 'Increase sales' },
  { value: 'awareness', label: 'Build awareness' },
  { value: 'reviews', label: 'Get reviews' },
  { value: 'content', label: 'Get photos and videos' },
  { value: 'engagement', label: 'Increase engagement' },
  { value: 'followers', label: 'Gain followers' },
  { value: 'referrals', label: 'Get referrals' },
];
const MIN_BUDGET = 50;
const MAX_BUDGET = 2_000;
const STEP = 25;
const DEFAULT_BUDGET = 300;

/** Outside the component, so that leaving the page doesn't lose a plan that took time to compute. */
const plan = signal<Plan | null>(null);
const saved = signal<Plan | null>(null);

/** Computes a monthly plan, compares it with a saved one, and creates its campaigns as drafts. */
export default function Planner() {
  const goals = useSignal<string[]>(['sales']);
  const budget = useSignal(DEFAULT_BUDGET);
  const [reviews, customers] = [useSignal(''), useSignal('')];
  const buildBody = () => ({
    businessId: businessId.value ?? '',
    budget: budget.value,
    goals: goals.value.length > 0 ? goals.value : undefined,
    reviewsPerWeek: parseNumber(reviews),
    customersPerMonth: parseNumber(customers),
  });
  const make = useAction(async () => {
    plan.value = await send(api.ai['campaign-agent'].post(buildBody()));
  });
  return (
    <>
      <PageHead
        title="Planner"
        intro="Choose your goals and a monthly budget. The planner picks the actions that are worth it."
      />
      <Card>
        <form onSubmit={make.submit}>
          <div class="halves">
            <CheckboxGroup legend="Goals" options={GOALS} selected={goals} error={make.fieldError('goals')} />
            <div class="stack">
              <div class="field range">
                <label for="budget">Budget: {formatMoney(budget.value)} per month</label>
                <input
                  id="budget"
                  type="range"
                  min={MIN_BUDGET}
                  max={MAX_BUDGET}
                  step={STEP}
                  value={budget.value}
                  onInput={event => {
                    budget.value = Number(event.currentTarget.value);
                  }}
                />
              </div>
              <NumberField
                label="Customers who visit per month"
                hint="An estimate is enough. Without a number, the plan assumes 500."
                value={customers}
                error={make.fieldError('customersPerMonth')}
              />
              <NumberField
                label="Submissions you can review per week"
                value={reviews}
                error={make.fieldError('reviewsPerWeek')}
              />
            </div>
          </div>
          <FormError error={make.error.value} />
          <div class="actions">
            <Button type="submit" kind="primary" busy={make.isBusy}>
              Create plan
            </Button>
            {plan.value && plan.value !== saved.value && (
              <Button
                onClick={() => {
                  saved.value = plan.value;
                }}
              >
                Save for comparison
              </Button>
            )}
            <ShowCodeButton operation="planMarketing" values={buildBody()} />
          </div>
        </form>
      </Card>
      {saved.value && plan.value && saved.value !== plan.value && (
        <PlanComparison
          saved={saved.value}
          current={plan.value}
          onClear={() => {
            saved.value = null;
          }}
        />
      )}
      {saved.value && saved.value === plan.value && (
        <p class="notice">Plan saved. Change the budget or goals and create another plan to compare them.</p>
      )}
      {plan.value && <PlanView key={plan.value.planId} plan={plan.value} />}
    </>
  );
}
