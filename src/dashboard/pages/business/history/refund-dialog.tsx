import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CashbackRefund } from '../../../../programs/refunds/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { describeField } from '../../../data/issues.ts';
import { type Resource, useAction, useResource } from '../../../data/resource.ts';
import { programLists as t } from '../../../messages/programLists/index.ts';
import { FORMAT_LOCALE, formatText } from '../../../messages/text.ts';
import { MoneyField, parseNumber, SelectField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PlaceField } from '../shared/place-field.tsx';

/** Time without typing after which the preview is computed. */
const TYPING_MS = 300;

/** The record that a refund names. */
export type RefundSubject = { cashbackId: string } | { visitId: string };

interface RefundDialogProps {
  programId: string;
  subject: RefundSubject;
  /** The member's name. */
  member: string;
  /** The order value in dollars, or the cashback of an order without one; null for a visit without an order. */
  total: number | null;
  onClose: () => void;
  onDone: () => void;
}

/** Refunds an order, whole or in part. A dry run says what is taken back before anything changes. */
export default function RefundDialog(props: RefundDialogProps) {
  const { programId, subject, member, total, onClose, onDone } = props;
  const [scope, amount, reason, placeId] = [useSignal('whole'), useSignal(''), useSignal(''), useSignal('')];
  const isPart = scope.value === 'part';
  const part = useSettled(isPart ? parseNumber(amount) : undefined);
  const isComplete = !isPart || part !== undefined;
  const preview = useResource(
    async abort => {
      if (!isComplete) return null;
      const body = { action: 'refund' as const, ...subject, amount: part };
      const options = { headers: { 'X-Dry-Run': 'true' }, ...abort };
      return (await send(api.programs({ id: programId }).cashback.post(body, options))) as CashbackRefund;
    },
    [isPart, part],
  );
  const body = {
    action: 'refund' as const,
    ...subject,
    amount: isPart ? parseNumber(amount) : undefined,
    reason: reason.value || undefined,
    placeId: placeId.value || undefined,
  };
  const refund = useAction(async () => {
    await send(api.programs({ id: programId }).cashback.post(body));
    toast(total === null ? t.visitTakenBack : t.orderRefunded);
    onDone();
    onClose();
  });
  const [title, button] =
    total === null
      ? [formatText(t.takeBackVisitOf, { member }), t.takeBackVisit]
      : [formatText(t.refundOrderOf, { member }), t.refundOrder];
  return (
    <FormDialog
      title={title}
      submitLabel={button}
      isDanger
      isDisabled={preview.error.value !== undefined}
      action={refund}
      call={{ operation: 'createCashback', values: { id: programId, ...body } }}
      onClose={onClose}
    >
      {total !== null && (
        <SelectField
          label={t.refund}
          value={scope}
          options={[
            { value: 'whole', label: formatText(t.wholeOrder, { amount: formatMoney(total) }) },
            { value: 'part', label: t.partOfOrder },
          ]}
          isRequired
        />
      )}
      {isPart && (
        <MoneyField
          label={t.amount}
          hint={t.amountHint}
          value={amount}
          name="amount"
          error={describeField(preview.error.value, 'amount')}
          isRequired
        />
      )}
      <Preview resource={preview} member={member} />
      <TextField label={t.reason} placeholder={t.reasonExample} value={reason} name="reason" />
      <PlaceField value={placeId} />
    </FormDialog>
  );
}

/** Returns the value once it has not changed for a moment; undefined at once. */
function useSettled(value: number | undefined): number | undefined {
  const settled = useSignal(value);
  useEffect(() => {
    if (value === undefined) {
      settled.value = undefined;
      return;
    }
    const timer = setTimeout(() => {
      settled.value = value;
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === undefined ? undefined : settled.value;
}

interface PreviewProps {
  resource: Resource<CashbackRefund | null>;
  member: string;
}

/** Says what the refund takes back, or why it can't. */
function Preview({ resource, member }: PreviewProps) {
  const error = resource.error.value;
  const refund = resource.data.value;
  if (error) {
    if (error.isShownAtFields) return null;
    const isSpent = error.code === 'INSUFFICIENT_BALANCE';
    return (
      <div class="notice warn" role="status">
        <Icon name="warning" />
        <div>
          <p>
            <strong>{isSpent ? t.alreadySpent : t.notRefundable}</strong>
          </p>
          <p>{error.message}.</p>
          {isSpent && <p>{t.alreadySpentHow}</p>}
        </div>
      </div>
    );
  }
  if (refund === undefined) return <Skeleton lines={2} />;
  if (refund === null) return null;
  const { amount, total, refunded, balance } = refund;
  const before = refunded - amount;
  return (
    <div class="notice" role="status" aria-busy={resource.isLoading.value}>
      <Icon name="info" />
      <div>
        <p>
          <strong>{describeTakenBack(refund)}</strong>
        </p>
        {before > 0 && (
          <p>
            {formatText(t.refundedBefore, {
              before: formatMoney(before),
              total: formatMoney(total),
              amount: formatMoney(amount),
            })}
          </p>
        )}
        <p>{formatText(t.keeps, { member, amount: formatMoney(balance) })}</p>
      </div>
    </div>
  );
}

function describeTakenBack({ cashback, points, visits }: CashbackRefund): string {
  const parts = [
    cashback > 0 && formatText(t.cashbackOf, { amount: formatMoney(cashback) }),
    points > 0 && formatText(t.pointCount, { count: points }),
    visits > 0 && formatText(t.stampCount, { count: visits }),
  ].filter(part => part !== false);
  if (parts.length === 0) return t.nothingTakenBack;
  return formatText(t.takesBack, { things: new Intl.ListFormat(FORMAT_LOCALE).format(parts) });
}
