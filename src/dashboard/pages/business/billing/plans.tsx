import { useSignal } from '@preact/signals';
import type { BillingStatus } from '../../../../billing/model.ts';
import type { Plan } from '../../../../library/plan-model.ts';
import { BILLING_CURRENCY } from '../../../../platform/currency-digits.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { billing as t } from '../../../messages/billing/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
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
  const chosen = useSignal<Plan | null>(null);
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
                  <Button
                    onClick={() => {
                      chosen.value = plan;
                    }}
                  >
                    {formatText(t.choose, { plan: plan.name })}
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
  return limit === null ? t.unlimited : formatText(t.upTo, { count: formatNumber(limit) });
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
    toast(purchase.invoice ? t.ordered : t.changed);
    onOrdered();
  });
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
  return (
    <ConfirmDialog
      title={formatText(t.chooseTitle, { plan: plan.name })}
      confirmLabel={t.orderPlan}
      action={order}
      onClose={onClose}
    >
      <SelectField
        label={t.period}
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
