import { useSignal } from '@preact/signals';
import type { MarketingPlan as Plan } from '../../../planner/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { businessId } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { type Choice, Choices } from '../../ui/choices.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { NumberField, numberOf } from '../../ui/field.tsx';
import { Empty, FormError } from '../../ui/states.tsx';
import { Comparison } from './plan-comparison.tsx';
import { PlanView } from './plan-view.tsx';

const GOALS: Choice<string>[] = [
  { value: 'sales', label: 'Sell more' },
  { value: 'awareness', label: 'Be known' },
  { value: 'reviews', label: 'Get reviews' },
  { value: 'content', label: 'Get pictures and videos' },
  { value: 'engagement', label: 'Get people talking' },
  { value: 'followers', label: 'Get followers' },
  { value: 'referrals', label: 'Be recommended' },
];
const MIN_BUDGET = 50;
const MAX_BUDGET = 2_000;
const STEP = 25;
const DEFAULT_BUDGET = 300;

/** The best use of a month's money, to compare with another and to take over as drafts. */
export default function Planner() {
  const goals = useSignal<string[]>(['sales']);
  const budget = useSignal(DEFAULT_BUDGET);
  const [reviews, customers] = [useSignal(''), useSignal('')];
  const plan = useSignal<Plan | null>(null);
  const kept = useSignal<Plan | null>(null);
  const bodyOf = () => ({
    businessId: businessId.value ?? '',
    budget: budget.value,
    goals: goals.value.length > 0 ? goals.value : undefined,
    reviewsPerWeek: numberOf(reviews),
    customersPerMonth: numberOf(customers),
  });
  const make = useAction(async () => {
    plan.value = await send(api.ai['campaign-agent'].post(bodyOf()));
  });
  const head = <PageHead title="Planner" intro="Set goals and a monthly budget to get the best plan." />;
  if (businessId.value === null)
    return (
      <>
        {head}
        <Empty icon="compass" title="Choose a business in the menu first" />
      </>
    );
  return (
    <>
      {head}
      <Card>
        <form onSubmit={make.submit}>
          <div class="halves">
            <Choices legend="What do you want?" options={GOALS} chosen={goals} error={make.of('goals')} />
            <div class="stack">
              <div class="field range">
                <label for="budget">Budget: {formatMoney(budget.value)} a month</label>
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
                label="Customers you can reach per month"
                hint="500 when empty."
                value={customers}
                error={make.of('customersPerMonth')}
              />
              <NumberField
                label="Submissions you can review per week"
                value={reviews}
                error={make.of('reviewsPerWeek')}
              />
            </div>
          </div>
          <FormError error={make.error.value} />
          <div class="actions">
            <Button type="submit" kind="primary" busy={make.isBusy}>
              Make a plan
            </Button>
            {plan.value && plan.value !== kept.value && (
              <Button
                onClick={() => {
                  kept.value = plan.value;
                }}
              >
                Save for comparison
              </Button>
            )}
            <AsCode operation="planMarketing" values={bodyOf()} />
          </div>
        </form>
      </Card>
      {kept.value && plan.value && kept.value !== plan.value && (
        <Comparison
          kept={kept.value}
          current={plan.value}
          onForget={() => {
            kept.value = null;
          }}
        />
      )}
      {kept.value && kept.value === plan.value && (
        <p class="notice">
          Kept. Change the budget or the goals and make another plan: both then stand side by side.
        </p>
      )}
      {plan.value && <PlanView key={plan.value.planId} plan={plan.value} />}
    </>
  );
}
