import { useSignal } from '@preact/signals';
import type { BillingStatus } from '../../../billing/model.ts';
import type { Plan } from '../../../library/plan-model.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { billing, payNow } from './billing-calls.ts';

interface PlansProps {
  current: BillingStatus;
  onOrdered: () => void;
}

/** The plans that there are, each with what it allows and costs. */
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
                  {plan.name} {plan.id === current.plan && <Badge tone="good">yours</Badge>}
                </h3>
                <p class="price">
                  {plan.priceMonthly === 0 ? 'Free' : `${formatMoney(plan.priceMonthly)} a month`}
                </p>
                {plan.priceYearly > 0 && <p class="hint">or {formatMoney(plan.priceYearly)} a year</p>}
                <p>{plan.description}</p>
                <ul class="plain-list">
                  <li>{allowed(plan.limits.activeCampaigns)} active campaigns</li>
                  <li>{allowed(plan.limits.submissions)} proof a month</li>
                  <li>{allowed(plan.limits.members)} members</li>
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
        <Order
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

function allowed(limit: number | null): string {
  return limit === null ? 'Any number of' : `Up to ${formatNumber(limit)}`;
}

function Order({ plan, onClose, onOrdered }: { plan: Plan; onClose: () => void; onOrdered: () => void }) {
  const interval = useSignal('month');
  const every = () => (interval.value === 'year' ? 'year' : 'month');
  const order = useAction(async () => {
    const purchase = await billing.subscribe(plan.id, every());
    if (payNow(purchase)) return;
    toast(purchase.invoice ? 'The plan starts when its invoice below is paid' : 'The plan is changed');
    onOrdered();
  });
  const intervals = [
    { value: 'month', label: `Each month, ${formatMoney(plan.priceMonthly)}` },
    { value: 'year', label: `Each year, ${formatMoney(plan.priceYearly)}` },
  ];
  return (
    <Confirm title={`Choose ${plan.name}?`} verb="Order" action={order} onClose={onClose}>
      <SelectField label="Pay" value={interval} options={intervals} error={order.of('interval')} isRequired />
      <AsCode
        operation="manageBilling"
        values={{ action: 'subscribe', planId: plan.id, interval: every() }}
      />
    </Confirm>
  );
}
