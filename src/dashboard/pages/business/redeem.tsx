import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Redeemed } from '../../../rewards/model.ts';
import { type ApiError, api, send } from '../../data/api.ts';
import { formatMoney, formatReward, formatTime } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { MoneyField, numberOf } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { LastRedemptions } from './last-redemptions.tsx';

/** A code comes in, what to give comes out. `?code=` fills the field in, for a QR that leads here. */
export default function Redeem() {
  const code = useSignal(query.value.get('code') ?? '');
  const order = useSignal('');
  const asksOrder = useSignal(false);
  const given = useSignal<Redeemed | undefined>(undefined);
  const redeem = useAction(async () => {
    try {
      given.value = await send(api.rewards.redeem.post({ ...input(), ...tenant() }));
      code.value = '';
      order.value = '';
      asksOrder.value = false;
    } catch (error) {
      // Not a mistake of theirs: only now it is known that the reward is a percentage.
      const isFirstTime = (error as ApiError).code === 'ORDER_VALUE_REQUIRED' && !asksOrder.value;
      if (!isFirstTime) throw error;
      asksOrder.value = true;
    }
  });
  const input = () => ({ code: code.value, orderValue: numberOf(order) });
  if (given.value) {
    return (
      <>
        <PageHead title="Till" />
        <Given
          redeemed={given.value}
          onNext={() => {
            given.value = undefined;
          }}
        />
        <LastRedemptions key={given.value.reward.id} />
      </>
    );
  }
  return (
    <>
      <PageHead title="Till" intro="Type the code that the customer shows.">
        <AsCode operation="redeemReward" values={{ ...input(), ...tenant() }} />
      </PageHead>
      <Card>
        <form class="till" onSubmit={redeem.submit}>
          <CodeField
            value={code}
            error={redeem.of('code')}
            onChange={() => {
              redeem.error.value = undefined;
              asksOrder.value = false;
            }}
          />
          {asksOrder.value && <OrderField value={order} error={redeem.of('orderValue')} />}
          <Trouble error={redeem.error.value} />
          <Button type="submit" kind="primary" busy={redeem.isBusy} isDisabled={code.value.trim() === ''}>
            Redeem
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

/** Large enough to read over the counter; spaces, dashes and lower case are as good as the printed code. */
function CodeField({ value, error, onChange }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div class="field">
      <label for="till-code">Code</label>
      <input
        ref={input}
        id="till-code"
        class="code-field"
        autocomplete="off"
        autocapitalize="characters"
        autocorrect="off"
        spellcheck={false}
        enterkeyhint="go"
        maxLength={40}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby="till-hint"
        value={value.value}
        onInput={event => {
          value.value = event.currentTarget.value;
          onChange();
        }}
      />
      <p class="hint" id="till-hint">
        10 letters and digits. Small letters and spaces do not matter.
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
        <Icon name="info" /> This reward is a percentage: what does the order come to?
      </p>
      <MoneyField label="Order" value={value} error={error} isRequired />
    </div>
  );
}

/** Codes of the API in the words of somebody at a till; everything else as it is. */
function Trouble({ error }: { error: ApiError | undefined }) {
  if (!error) return null;
  if (error.code === 'NOT_FOUND') {
    return (
      <p class="notice warn" role="alert">
        <Icon name="warning" />
        <span>
          <strong>Code not found.</strong> Look for letters that were misread, or ask the customer to show it
          again.
        </span>
      </p>
    );
  }
  if (error.code === 'REWARD_NOT_REDEEMABLE') {
    return (
      <p class="notice warn" role="alert">
        <Icon name="warning" />
        <span>
          <strong>This reward can't be redeemed.</strong> {withTimes(error.message)}.
        </span>
      </p>
    );
  }
  if (error.code === 'ORDER_VALUE_REQUIRED' || error.details.length > 0) return null;
  return <ErrorState error={error} />;
}

const ISO_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The times of a message in the zone and the words of whoever reads it. */
function withTimes(message: string): string {
  return message.replaceAll(ISO_TIME, iso => formatTime(iso));
}

function Given({ redeemed, onNext }: { redeemed: Redeemed; onNext: () => void }) {
  const { reward, discount } = redeemed;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="given" role="status">
      <Icon name="check" />
      <h2 ref={heading} tabIndex={-1}>
        Take {formatMoney(discount)} off
      </h2>
      <p>
        {reward.type === 'percentage' && `${formatReward(reward)} · `}
        Code <code>{reward.code}</code> is used up now.
      </p>
      <Button kind="primary" onClick={onNext}>
        Next code
      </Button>
    </section>
  );
}
