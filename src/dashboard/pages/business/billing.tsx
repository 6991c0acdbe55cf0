import { useSignal } from '@preact/signals';
import type { BillingStatus } from '../../../billing/model.ts';
import { formatDate, formatLabel, formatNumber } from '../../data/format.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { businessId } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, DetailList, PageHead, StateBadge } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { billing } from './billing-calls.ts';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';
import { TopUp } from './top-up.tsx';

const QUOTAS = [
  ['activeCampaigns', 'Active campaigns'],
  ['submissions', 'Submissions this month'],
  ['members', 'Members'],
] as const;
/** Names that can't be derived from the plan's ID. */
const PLAN_NAMES: Record<string, string> = { selfHosted: 'Self-hosted' };
const STATUS_LABELS: Record<BillingStatus['status'], string> = {
  active: 'Active',
  pastDue: 'Past due',
  canceled: 'Canceled',
  none: 'No plan',
};

/** The plan, usage and invoices. Payment pages redirect back here. */
export default function Billing() {
  const status = useResource(abort => billing.status(abort), [businessId.value], { live: ['billing.'] });
  const changes = useSignal(0);
  const changed = () => {
    changes.value += 1;
    status.reload();
  };
  return (
    <>
      <PageHead title="Billing" intro="Your plan, usage and invoices.">
        <ShowCodeButton operation="manageBilling" values={{ action: 'status' }} />
      </PageHead>
      <CheckoutNotice />
      <Loaded resource={status} lines={6}>
        {current => (
          <>
            <div class="halves">
              <PlanCard current={current} record={status} />
              <Card title="Usage">
                {QUOTAS.map(([quota, label]) => {
                  const { used, limit } = current.usage[quota];
                  const note =
                    limit === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(limit)}`;
                  return (
                    <ProgressBar
                      key={quota}
                      name={label}
                      label={label}
                      note={note}
                      value={used}
                      max={limit}
                      isLimit
                    />
                  );
                })}
                <p class="hint">Reviews and redemptions are never limited by a plan.</p>
              </Card>
            </div>
            {current.offersPlans && (
              <>
                <Plans current={current} onOrdered={changed} />
                <TopUp onOrdered={changed} />
              </>
            )}
            {current.bankDetails && <BankTransfer {...current.bankDetails} />}
            <Invoices changes={changes.value} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The account for payments of open invoices. */
function BankTransfer({
  payee,
  bank,
  iban,
  bic,
  account,
  routing,
}: NonNullable<BillingStatus['bankDetails']>) {
  return (
    <Card title="Pay by bank transfer">
      <DetailList
        items={[
          ['Payee', payee],
          bank !== null && ['Bank', bank],
          iban !== null && ['IBAN', <code key="iban">{iban}</code>],
          bic !== null && ['BIC', <code key="bic">{bic}</code>],
          account !== null && ['Account number', <code key="account">{account}</code>],
          routing !== null && ['Routing number', <code key="routing">{routing}</code>],
        ]}
      />
      <p class="hint">Enter the payment reference of the invoice, so that the payment is matched.</p>
    </Card>
  );
}

/** The outcome that a payment page adds to the URL when it redirects back. */
function CheckoutNotice() {
  const outcome = query.value.get('checkout');
  if (outcome === 'done')
    return <p class="notice">Thanks! Your plan updates once the payment is confirmed.</p>;
  if (outcome === 'cancelled') return <p class="notice warn">Payment canceled. You were not charged.</p>;
  return null;
}

interface PlanCardProps {
  current: BillingStatus;
  record: Resource<BillingStatus>;
}

function PlanCard({ current, record }: PlanCardProps) {
  const { plan, status, provider, interval, currentPeriodEnd, cancelAtPeriodEnd, graceEndsAt } = current;
  const isConfirming = useSignal(false);
  const close = () => {
    isConfirming.value = false;
  };
  const cancel = useAction(async () => {
    record.set(await billing.cancel());
    close();
    toast('Your plan will end after the current billing period');
  });
  const resume = useAction(async () => {
    record.set(await billing.resume());
    toast('Your plan will renew as usual');
  });
  const portal = useAction(async () => {
    location.assign(await billing.portal());
  });
  if (!current.offersPlans && interval === null) {
    return (
      <Card title="Self-hosted">
        <p>This installation has all features, without limits and without a fee.</p>
      </Card>
    );
  }
  return (
    <Card
      title={PLAN_NAMES[plan] ?? formatLabel(plan)}
      actions={<StateBadge state={STATUS_LABELS[status]} />}
    >
      <DetailList
        items={[
          ['Billing period', interval === null ? 'None' : formatLabel(interval)],
          [
            cancelAtPeriodEnd ? 'Ends' : 'Renews',
            currentPeriodEnd === null ? 'Never' : formatDate(currentPeriodEnd),
          ],
          ['Payment method', provider === 'stripe' ? 'Card' : 'Bank transfer'],
        ]}
      />
      {graceEndsAt && (
        <p class="notice warn">
          Payment is past due. Your plan stays active until {formatDate(graceEndsAt)}.
        </p>
      )}
      <FormError error={resume.error.value ?? portal.error.value} />
      <div class="actions">
        {interval !== null && !cancelAtPeriodEnd && (
          <Button
            onClick={() => {
              isConfirming.value = true;
            }}
          >
            Cancel plan
          </Button>
        )}
        {cancelAtPeriodEnd && (
          <Button kind="primary" busy={resume.isBusy} onClick={() => void resume.run()}>
            Keep plan
          </Button>
        )}
        {cancelAtPeriodEnd && <ShowCodeButton operation="manageBilling" values={{ action: 'resume' }} />}
        {provider === 'stripe' && (
          <Button busy={portal.isBusy} onClick={() => void portal.run()}>
            Manage payment
          </Button>
        )}
      </div>
      {isConfirming.value && (
        <ConfirmDialog
          title="Cancel your plan?"
          confirmLabel="Cancel plan"
          isDanger
          action={cancel}
          onClose={close}
        >
          <p>
            Your plan stays active until {formatDate(currentPeriodEnd)}. You can undo the cancellation until
            then.
          </p>
          <ShowCodeButton operation="manageBilling" values={{ action: 'cancel' }} />
        </ConfirmDialog>
      )}
    </Card>
  );
}
