import { useSignal } from '@preact/signals';
import type { BillingStatus } from '../../../../billing/model.ts';
import { formatDate, formatLabel, formatNumber } from '../../../data/format.ts';
import { type Resource, useAction, useResource } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { businessId } from '../../../data/session.ts';
import { billing as t } from '../../../messages/billing/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, DetailList, PageHead } from '../../../ui/components.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { billing } from './billing-calls.ts';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';
import { TopUp } from './top-up.tsx';

const QUOTAS = ['activeCampaigns', 'submissions', 'members'] as const;

/** The ID of the plan without limits. */
const SELF_HOSTED = 'selfHosted';

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
      <PageHead title={t.title} intro={t.intro}>
        <ShowCodeButton operation="manageBilling" values={{ action: 'status' }} />
      </PageHead>
      <CheckoutNotice />
      <Loaded resource={status} lines={6}>
        {current => (
          <>
            <div class="halves">
              <PlanCard current={current} record={status} />
              <Card title={t.usage}>
                {QUOTAS.map(quota => {
                  const label = t.quotas[quota];
                  const { used, limit } = current.usage[quota];
                  const note =
                    limit === null
                      ? formatNumber(used)
                      : formatText(t.usedOf, { used: formatNumber(used), limit: formatNumber(limit) });
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
                <p class="hint">{t.neverLimited}</p>
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
    <Card title={t.bankTransferTitle}>
      <DetailList
        items={[
          [t.payee, payee],
          bank !== null && [t.bank, bank],
          iban !== null && ['IBAN', <code key="iban">{iban}</code>],
          bic !== null && ['BIC', <code key="bic">{bic}</code>],
          account !== null && [t.accountNumber, <code key="account">{account}</code>],
          routing !== null && [t.routingNumber, <code key="routing">{routing}</code>],
        ]}
      />
      <p class="hint">{t.referenceHint}</p>
    </Card>
  );
}

/** The outcome that a payment page adds to the URL when it redirects back. */
function CheckoutNotice() {
  const outcome = query.value.get('checkout');
  if (outcome === 'done') return <p class="notice">{t.checkoutDone}</p>;
  if (outcome === 'cancelled') return <p class="notice warn">{t.checkoutCanceled}</p>;
  return null;
}

interface PlanCardProps {
  current: BillingStatus;
  record: Resource<BillingStatus>;
}

function PlanCard({ current, record }: PlanCardProps) {
  const { plan, status, provider, interval, currentPeriodEnd, cancelAtPeriodEnd, graceEndsAt } = current;
  const cancel = () =>
    openForm({
      title: t.cancelTitle,
      submitLabel: t.cancelPlan,
      isDanger: true,
      content: formatText(t.cancelHow, { date: formatDate(currentPeriodEnd) }),
      call: { operation: 'manageBilling', values: { action: 'cancel' } },
      run: async () => {
        record.set(await billing.cancel());
        toast(t.willEnd);
      },
    });
  const resume = useAction(async () => {
    record.set(await billing.resume());
    toast(t.willRenew);
  });
  const portal = useAction(async () => {
    location.assign(await billing.portal());
  });
  if (!current.offersPlans && interval === null) {
    return (
      <Card title={t.selfHosted}>
        <p>{t.selfHostedHow}</p>
      </Card>
    );
  }
  return (
    <Card
      title={plan === SELF_HOSTED ? t.selfHosted : formatLabel(plan)}
      actions={<Badge>{t.statuses[status]}</Badge>}
    >
      <DetailList
        items={[
          [t.period, t.periods[interval ?? 'none']],
          [
            cancelAtPeriodEnd ? t.ends : t.renews,
            currentPeriodEnd === null ? t.never : formatDate(currentPeriodEnd),
          ],
          [t.method, provider === 'stripe' ? t.card : t.bankTransfer],
        ]}
      />
      {graceEndsAt && (
        <p class="notice warn">{formatText(t.pastDueUntil, { date: formatDate(graceEndsAt) })}</p>
      )}
      <FormError error={resume.error.value ?? portal.error.value} />
      <div class="actions">
        {interval !== null && !cancelAtPeriodEnd && <Button onClick={cancel}>{t.cancelPlan}</Button>}
        {cancelAtPeriodEnd && (
          <Button kind="primary" busy={resume.isBusy} onClick={() => void resume.run()}>
            {t.keepPlan}
          </Button>
        )}
        {cancelAtPeriodEnd && <ShowCodeButton operation="manageBilling" values={{ action: 'resume' }} />}
        {provider === 'stripe' && (
          <Button busy={portal.isBusy} onClick={() => void portal.run()}>
            {t.managePayment}
          </Button>
        )}
      </div>
    </Card>
  );
}
