import { useSignal } from '@preact/signals';
import type { BillingStatus } from '../../../billing/model.ts';
import { formatDay, formatNumber, formatWord } from '../../data/format.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { businessId } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, DetailList, PageHead, StateBadge } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { billing } from './billing-calls.ts';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';
import { TopUp } from './top-up.tsx';

const METERS = [
  ['activeCampaigns', 'Active campaigns'],
  ['submissions', 'Proof this month'],
  ['members', 'Members'],
] as const;
const STANDING: Record<BillingStatus['status'], string> = {
  active: 'active',
  pastDue: 'payment is late',
  canceled: 'canceled',
  none: 'no plan',
};

/** The plan, what is used of it, and what is to be paid. Payment pages send people back here. */
export default function Billing() {
  const status = useResource(abort => billing.status(abort), [businessId.value], { live: ['billing.'] });
  const changes = useSignal(0);
  const changed = () => {
    changes.value += 1;
    status.reload();
  };
  if (businessId.value === null)
    return (
      <>
        <PageHead title="Billing" />
        <Empty icon="card" title="Choose a business in the menu first" />
      </>
    );
  return (
    <>
      <PageHead title="Billing" intro="Plan, usage and invoices">
        <AsCode operation="manageBilling" values={{ action: 'status' }} />
      </PageHead>
      <Returned />
      <Loaded resource={status} lines={6}>
        {current => (
          <>
            <div class="halves">
              <PlanCard current={current} record={status} />
              <Card title="Used">
                {METERS.map(([meter, label]) => {
                  const { used, limit } = current.usage[meter];
                  const note =
                    limit === null
                      ? `${formatNumber(used)}, no limit`
                      : `${formatNumber(used)} of ${formatNumber(limit)}`;
                  return (
                    <ProgressBar
                      key={meter}
                      name={label}
                      label={label}
                      note={note}
                      value={used}
                      max={limit}
                      isLimit
                    />
                  );
                })}
                <p class="hint">Review and redemption are never stopped by a plan.</p>
              </Card>
            </div>
            <Plans current={current} onOrdered={changed} />
            <TopUp onOrdered={changed} />
            <Invoices changes={changes.value} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** What a payment page adds to the address when it sends somebody back. */
function Returned() {
  const outcome = query.value.get('checkout');
  if (outcome === 'done')
    return <p class="notice">Thanks! Your plan updates once the payment is confirmed.</p>;
  if (outcome === 'cancelled') return <p class="notice warn">You left the payment page; nothing was paid.</p>;
  return null;
}

interface PlanCardProps {
  current: BillingStatus;
  record: Resource<BillingStatus>;
}

function PlanCard({ current, record }: PlanCardProps) {
  const { plan, status, provider, interval, currentPeriodEnd, cancelAtPeriodEnd, graceEndsAt } = current;
  const isAsking = useSignal(false);
  const close = () => {
    isAsking.value = false;
  };
  const cancel = useAction(async () => {
    record.set(await billing.cancel());
    close();
    toast('It ends with the period that is paid');
  });
  const resume = useAction(async () => {
    record.set(await billing.resume());
    toast('It goes on');
  });
  const portal = useAction(async () => {
    location.assign(await billing.portal());
  });
  return (
    <Card title={formatWord(plan)} actions={<StateBadge state={STANDING[status]} />}>
      <DetailList
        items={[
          ['Paid', interval === null ? 'nothing to pay' : `each ${interval}`],
          [
            cancelAtPeriodEnd ? 'Ends' : 'Renews',
            currentPeriodEnd === null ? 'no date' : formatDay(currentPeriodEnd),
          ],
          ['Paid by', provider === 'stripe' ? 'card' : 'bank transfer'],
        ]}
      />
      {graceEndsAt && (
        <p class="notice warn">A payment is late. The plan goes on until {formatDay(graceEndsAt)}.</p>
      )}
      <FormError error={resume.error.value ?? portal.error.value} />
      <div class="actions">
        {interval !== null && !cancelAtPeriodEnd && (
          <Button
            onClick={() => {
              isAsking.value = true;
            }}
          >
            Cancel plan
          </Button>
        )}
        {cancelAtPeriodEnd && (
          <Button kind="primary" busy={resume.isBusy} onClick={() => void resume.run()}>
            Keep the plan
          </Button>
        )}
        {cancelAtPeriodEnd && <AsCode operation="manageBilling" values={{ action: 'resume' }} />}
        {provider === 'stripe' && (
          <Button busy={portal.isBusy} onClick={() => void portal.run()}>
            Cards and receipts
          </Button>
        )}
      </div>
      {isAsking.value && (
        <Confirm title="Cancel the plan?" verb="Cancel plan" isDanger action={cancel} onClose={close}>
          <p>It goes on until {formatDay(currentPeriodEnd)}, and you can keep it after all until then.</p>
          <AsCode operation="manageBilling" values={{ action: 'cancel' }} />
        </Confirm>
      )}
    </Card>
  );
}
