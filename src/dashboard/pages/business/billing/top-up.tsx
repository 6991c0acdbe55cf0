import { useSignal } from '@preact/signals';
import { BILLING_CURRENCY } from '../../../../platform/currency-digits.ts';
import { useAction } from '../../../data/resource.ts';
import { billing as t } from '../../../messages/billing/index.ts';
import { Card } from '../../../ui/components.tsx';
import { MoneyField, parseAmount } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { billing, payNow } from './billing-calls.ts';

/** Adds money to the exchange wallet. */
export function TopUp({ onOrdered }: { onOrdered: () => void }) {
  const amount = useSignal('');
  const topUp = useAction(async () => {
    const purchase = await billing.topup(parseAmount(amount, BILLING_CURRENCY) ?? 0);
    if (payNow(purchase)) return;
    amount.value = '';
    toast(t.invoiceCreated);
    onOrdered();
  });
  return (
    <Card title={t.addToWallet}>
      <Form action={topUp}>
        <p class="hint">{t.walletHint}</p>
        <div class="form-row">
          <MoneyField currency={BILLING_CURRENCY} label={t.amount} value={amount} name="amount" isRequired />
          <div class="actions">
            <SubmitButton>{t.addMoney}</SubmitButton>
            <ShowCodeButton
              operation="manageBilling"
              values={{ action: 'topup', amount: parseAmount(amount, BILLING_CURRENCY) }}
            />
          </div>
        </div>
        <FormError error={topUp.error.value} />
      </Form>
    </Card>
  );
}
