import { signal } from '@preact/signals';
import type { BillingStatus } from '../../../../billing/model.ts';
import type { Plan } from '../../../../library/plan-model.ts';
import { BILLING_CURRENCY } from '../../../../platform/currency-digits.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { useResource } from '../../../data/resource.ts';
import { billing as t } from '../../../messages/billing/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { billing, payNow } from './billing-calls.ts';

interface PlansProps {
  current: BillingStatus;
  onOrdered: () => void;
}

/** Lists the plans with their limits and prices. */
export function Plans({ current, onOrdered }: PlansProps) {
  const plans = useResource(abort => billing.plans(abort), []);
  return (
    <Card title={t.plans}>
      <Loaded resource={plans}>
        {({ items }) => (
          <div class="plans">
            {items.map(plan => (
              <Card key={plan.id}>
                <h3>
                  {plan.name} {plan.id === current.plan && <Badge tone="good">{t.currentPlan}</Badge>}
                </h3>
                <p class="price">
                  {plan.priceMonthly === 0
                    ? t.free
                    : formatText(t.perMonth, { price: formatMoney(plan.priceMonthly, BILLING_CURRENCY) })}
                </p>
                {plan.priceYearly > 0 && (
                  <p class="hint">
                    {formatText(t.perYear, { price: formatMoney(plan.priceYearly, BILLING_CURRENCY) })}
                  </p>
                )}
                <p>{plan.description}</p>
                <ul class="plain-list">
                  <li>
                    {formatText(t.limits.activeCampaigns, {
                      limit: formatLimit(plan.limits.activeCampaigns),
                    })}
                  </li>
                  <li>{formatText(t.limits.submissions, { limit: formatLimit(plan.limits.submissions) })}</li>
                  <li>{formatText(t.limits.members, { limit: formatLimit(plan.limits.members) })}</li>
                </ul>
                {plan.id !== current.plan && plan.priceMonthly > 0 && (
                  <Button onClick={() => orderPlan(plan, onOrdered)}>
                    {formatText(t.choose, { plan: plan.name })}
                  </Button>
                )}
              </Card>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function formatLimit(limit: number | null): string {
  return limit === null ? t.unlimited : formatText(t.upTo, { count: formatNumber(limit) });
}

function orderPlan(plan: Plan, onOrdered: () => void): void {
  const interval = signal('month');
  const getInterval = () => (interval.value === 'year' ? 'year' : 'month');
  const intervals = [
    {
      value: 'month',
      label: formatText(t.monthly, { price: formatMoney(plan.priceMonthly, BILLING_CURRENCY) }),
    },
    {
      value: 'year',
      label: formatText(t.yearly, { price: formatMoney(plan.priceYearly, BILLING_CURRENCY) }),
    },
  ];
  openForm({
    title: formatText(t.chooseTitle, { plan: plan.name }),
    submitLabel: t.orderPlan,
    content: <SelectField label={t.period} value={interval} options={intervals} name="interval" isRequired />,
    call: () => ({
      operation: 'manageBilling',
      values: { action: 'subscribe', planId: plan.id, interval: getInterval() },
    }),
    run: async () => {
      const purchase = await billing.subscribe(plan.id, getInterval());
      if (payNow(purchase)) return;
      toast(purchase.invoice ? t.ordered : t.changed);
      onOrdered();
    },
  });
}
