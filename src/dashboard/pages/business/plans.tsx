import { useSignal } from '@preact/signals';
import type { BillingStatus } from '../../../billing/model.ts';
import type { Plan } from '../../../library/plan-model.ts';
import { BILLING_CURRENCY } from '../../../platform/currency-digits.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { billing, payNow } from './billing-calls.ts';

interface PlansProps {
  current: BillingStatus;
  onOrdered: () => void;
}

/** Lists the plans with their limits and prices. */
export function Plans({ current, onOrdered }: PlansProps) {
  const plans = useResource(abort => billing.plans(abort), []);
  const chosen = useSignal<Plan | null>(null);
  return (
    <Card title="Plans">
      <Loaded resource={plans}>
        {({ items }) => (
          <div class="plans">
            {items.map(plan => (
              <Card key={plan.id}>
                <h3>
                  {plan.name} {plan.id === current.plan && <Badge tone="good">Current plan</Badge>}
                </h3>
                <p class="price">
                  {plan.priceMonthly === 0
                    ? 'Free'
                    : `${formatMoney(plan.priceMonthly, BILLING_CURRENCY)} per month`}
                </p>
                {plan.priceYearly > 0 && (
                  <p class="hint">or {formatMoney(plan.priceYearly, BILLING_CURRENCY)} per year</p>
                )}
                <p>{plan.description}</p>
                <ul class="plain-list">
                  <li>{formatLimit(plan.limits.activeCampaigns)} active campaigns</li>
                  <li>{formatLimit(plan.limits.submissions)} submissions per month</li>
                  <li>{formatLimit(plan.limits.members)} members</li>
                </ul>
                {plan.id !== current.plan && plan.priceMonthly > 0 && (
                  <Button
                    onClick={() => {
                      chosen.value = plan;
                    }}
                  >
                    Choose {plan.name}
                  </Button>
                )}
              </Card>
            ))}
          </div>
        )}
      </Loaded>
      {chosen.value && (
        <OrderPlanDialog
          plan={chosen.value}
          onClose={() => {
            chosen.value = null;
          }}
          onOrdered={() => {
            chosen.value = null;
            onOrdered();
          }}
        />
      )}
    </Card>
  );
}

function formatLimit(limit: number | null): string {
  return limit === null ? 'Unlimited' : `Up to ${formatNumber(limit)}`;
}

function OrderPlanDialog({
  plan,
  onClose,
  onOrdered,
}: {
  plan: Plan;
  onClose: () => void;
  onOrdered: () => void;
}) {
  const interval = useSignal('month');
  const getInterval = () => (interval.value === 'year' ? 'year' : 'month');
  const order = useAction(async () => {
    const purchase = await billing.subscribe(plan.id, getInterval());
    if (payNow(purchase)) return;
    toast(purchase.invoice ? 'Plan ordered. It starts once the invoice below is paid.' : 'Plan changed');
    onOrdered();
  });
  const intervals = [
    { value: 'month', label: `Monthly, ${formatMoney(plan.priceMonthly, BILLING_CURRENCY)}` },
    { value: 'year', label: `Yearly, ${formatMoney(plan.priceYearly, BILLING_CURRENCY)}` },
  ];
  return (
    <ConfirmDialog title={`Choose ${plan.name}?`} confirmLabel="Order plan" action={order} onClose={onClose}>
      <SelectField
        label="Billing period"
        value={interval}
        options={intervals}
        error={order.fieldError('interval')}
        isRequired
      />
      <ShowCodeButton
        operation="manageBilling"
        values={{ action: 'subscribe', planId: plan.id, interval: getInterval() }}
      />
    </ConfirmDialog>
  );
}
