import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Redeemed } from '../../../rewards/model.ts';
import { type ApiError, api, send } from '../../data/api.ts';
import { formatDateTime, formatMoney, formatReward } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { MoneyField, parseNumber } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { LastRedemptions } from './last-redemptions.tsx';

/** Redeems a reward code. `?code=` prefills the field, for QR codes that link here. */
export default function Redeem() {
  const code = useSignal(query.value.get('code') ?? '');
  const order = useSignal('');
  const needsOrderValue = useSignal(false);
  const redeemed = useSignal<Redeemed | undefined>(undefined);
  const redeem = useAction(async () => {
    try {
      redeemed.value = await send(api.rewards.redeem.post({ ...input(), ...tenantParams() }));
      code.value = '';
      order.value = '';
      needsOrderValue.value = false;
    } catch (error) {
      // The first response tells that the reward is a percentage, so ask for the order value.
      const isFirstTime = (error as ApiError).code === 'ORDER_VALUE_REQUIRED' && !needsOrderValue.value;
      if (!isFirstTime) throw error;
      needsOrderValue.value = true;
    }
  });
  const input = () => ({ code: code.value, orderValue: parseNumber(order) });
  if (redeemed.value) {
    return (
      <>
        <PageHead title="Redeem" />
        <RedemptionResult
          redeemed={redeemed.value}
          onNext={() => {
            redeemed.value = undefined;
          }}
        />
        <LastRedemptions key={redeemed.value.reward.id} />
      </>
    );
  }
  return (
    <>
      <PageHead title="Redeem" intro="Enter the code that the customer shows you.">
        <ShowCodeButton operation="redeemReward" values={{ ...input(), ...tenantParams() }} />
      </PageHead>
      <Card>
        <form class="redeem-form" onSubmit={redeem.submit}>
          <CodeField
            value={code}
            error={redeem.fieldError('code')}
            onChange={() => {
              redeem.error.value = undefined;
              needsOrderValue.value = false;
            }}
          />
          {needsOrderValue.value && <OrderField value={order} error={redeem.fieldError('orderValue')} />}
          <RedeemError error={redeem.error.value} />
          <Button type="submit" kind="primary" busy={redeem.isBusy} isDisabled={code.value.trim() === ''}>
            Redeem code
          </Button>
        </form>
      </Card>
      <LastRedemptions />
    </>
  );
}

interface CodeFieldProps {
  value: Signal<string>;
  error: string | undefined;
  onChange: () => void;
}

/** A large code field. The server ignores case, spaces and dashes. */
function CodeField({ value, error, onChange }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div class="field">
      <label for="redeem-code">Code</label>
      <input
        ref={input}
        id="redeem-code"
        class="code-field"
        autocomplete="off"
        autocapitalize="characters"
        autocorrect="off"
        spellcheck={false}
        enterkeyhint="go"
        maxLength={40}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby="redeem-hint"
        value={value.value}
        onInput={event => {
          value.value = event.currentTarget.value;
          onChange();
        }}
      />
      <p class="hint" id="redeem-hint">
        10 letters and digits. Not case-sensitive.
      </p>
    </div>
  );
}

function OrderField({ value, error }: { value: Signal<string>; error: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} class="order">
      <p class="notice">
        <Icon name="info" /> This reward is a percentage. Enter the order value.
      </p>
      <MoneyField label="Order value" value={value} error={error} isRequired />
    </div>
  );
}

/** Explains common API errors to staff; shows others unchanged. */
function RedeemError({ error }: { error: ApiError | undefined }) {
  if (!error) return null;
  if (error.code === 'NOT_FOUND') {
    return (
      <p class="notice warn" role="alert">
        <Icon name="warning" />
        <span>
          <strong>Code not found.</strong> Check for misread letters or ask the customer to show it again.
        </span>
      </p>
    );
  }
  if (error.code === 'REWARD_NOT_REDEEMABLE') {
    return (
      <p class="notice warn" role="alert">
        <Icon name="warning" />
        <span>
          <strong>This reward can't be redeemed.</strong> {formatTimes(error.message)}.
        </span>
      </p>
    );
  }
  if (error.code === 'ORDER_VALUE_REQUIRED' || error.details.length > 0) return null;
  return <ErrorState error={error} />;
}

const ISO_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Formats the ISO times in a message for the reader. */
function formatTimes(message: string): string {
  return message.replaceAll(ISO_TIME, iso => formatDateTime(iso));
}

function RedemptionResult({ redeemed, onNext }: { redeemed: Redeemed; onNext: () => void }) {
  const { reward, discount } = redeemed;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="redemption" role="status">
      <Icon name="check" />
      <h2 ref={heading} tabIndex={-1}>
        {reward.name ? `Give ${reward.name}` : `Take ${formatMoney(discount)} off`}
      </h2>
      <p>
        {reward.type === 'percentage' && `${formatReward(reward)} · `}
        Code <code>{reward.code}</code> redeemed.
      </p>
      <Button kind="primary" onClick={onNext}>
        Redeem another code
      </Button>
    </section>
  );
}
