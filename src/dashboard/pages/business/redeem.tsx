import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ListedReward, Redeemed } from '../../../rewards/model.ts';
import { type ApiError, api, send } from '../../data/api.ts';
import { formatDateTime, formatMoney, formatReward } from '../../data/format.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { MoneyField, parseNumber } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { readCode, ScanButton } from './code-scanner.tsx';
import { LastRedemptions } from './last-redemptions.tsx';
import { isComplete, RewardPreview } from './reward-preview.tsx';

/** Redeems a reward code. `?code=` prefills the field, for QR codes that link here. */
export default function Redeem() {
  const code = useSignal(readCode(query.value.get('code') ?? ''));
  const order = useSignal('');
  const redeemed = useSignal<{ result: Redeemed; orderValue: number | undefined } | undefined>(undefined);
  const isOrderRequired = useSignal(false);
  const input = () => ({ code: code.value, orderValue: parseNumber(order) });
  const redeem = useAction(async () => {
    try {
      const result = await send(api.rewards.redeem.post({ ...input(), ...tenantParams() }));
      redeemed.value = { result, orderValue: parseNumber(order) };
    } catch (error) {
      // The reward could not be looked up before, so ask for the order value now.
      const isFirstTime = (error as ApiError).code === 'ORDER_VALUE_REQUIRED' && !isOrderRequired.value;
      if (!isFirstTime) throw error;
      isOrderRequired.value = true;
      return;
    }
    code.value = '';
    order.value = '';
    isOrderRequired.value = false;
  });
  const found = useReward(code.value);
  const change = (text: string) => {
    code.value = readCode(text);
    redeem.error.value = undefined;
    isOrderRequired.value = false;
  };
  if (redeemed.value) {
    const { result, orderValue } = redeemed.value;
    return (
      <>
        <PageHead title="Redeem" />
        <RedemptionResult
          redeemed={result}
          orderValue={orderValue}
          onNext={() => {
            redeemed.value = undefined;
          }}
        />
        <LastRedemptions key={result.reward.id} />
      </>
    );
  }
  const isPercentage = isOrderRequired.value || (found?.type === 'percentage' && found.status === 'issued');
  const isClosed = found !== undefined && found.status !== 'issued';
  return (
    <>
      <PageHead title="Redeem" intro="Enter the code that the customer shows you, or scan it.">
        <ShowCodeButton operation="redeemReward" values={{ ...input(), ...tenantParams() }} />
      </PageHead>
      <Card>
        <form class="redeem-form" onSubmit={redeem.submit}>
          <CodeField value={code} error={redeem.fieldError('code')} onChange={change} />
          {code.value === '' && <ScanButton onCode={change} />}
          {found && <RewardPreview reward={found} orderValue={parseNumber(order)} />}
          {isPercentage && <OrderField value={order} error={redeem.fieldError('orderValue')} />}
          <RedeemError error={redeem.error.value} />
          <Button
            type="submit"
            kind="primary"
            busy={redeem.isBusy}
            isDisabled={code.value.trim() === '' || isClosed}
          >
            Redeem code
          </Button>
        </form>
      </Card>
      <LastRedemptions />
    </>
  );
}

/** Looks up the reward of a complete code. */
function useReward(code: string): ListedReward | undefined {
  const lookup = useResource(
    async abort => {
      if (!isComplete(code)) return null;
      const filter = { code, include: 'campaign,customer', page: 1, perPage: 1, ...tenantParams() };
      const { items } = await send(api.rewards.get({ query: filter, ...abort }));
      return { code, reward: items[0] };
    },
    [code],
  );
  const data = lookup.data.value;
  return data?.code === code ? data.reward : undefined;
}

interface CodeFieldProps {
  value: Signal<string>;
  error: string | undefined;
  onChange: (text: string) => void;
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
        // A scanner types the whole link of a QR code.
        maxLength={300}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby="redeem-hint"
        value={value.value}
        onInput={event => onChange(event.currentTarget.value)}
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

interface ResultProps {
  redeemed: Redeemed;
  orderValue: number | undefined;
  onNext: () => void;
}

function RedemptionResult({ redeemed, orderValue, onNext }: ResultProps) {
  const { reward, discount } = redeemed;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="redemption" role="status">
      <Icon name="check" />
      <h2 ref={heading} tabIndex={-1}>
        {reward.name ? `Give ${reward.name}` : `Take ${formatMoney(discount)} off`}
      </h2>
      {orderValue !== undefined && !reward.name && (
        <p class="to-pay">
          To pay: <strong>{formatMoney(orderValue - discount)}</strong>
        </p>
      )}
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
