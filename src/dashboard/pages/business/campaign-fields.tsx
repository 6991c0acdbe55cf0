import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { deviceZone, timeZone } from '../../data/time-zone.ts';
import { DayTimeField } from '../../ui/day-time-field.tsx';
import { MoneyField, NumberField, SelectField, TextField } from '../../ui/field.tsx';
import type { RewardState } from './campaign-form.ts';

const REWARD_TYPES = [
  { value: 'item', label: 'Free item' },
  { value: 'fixed', label: 'Fixed amount' },
  { value: 'percentage', label: 'Percentage' },
];

export const REVIEW_MODES = [
  { value: 'manual', label: 'Review manually' },
  { value: 'autoVerified', label: 'Approve automatically if checks pass' },
];

interface PartProps {
  /** Returns the error message of a field. */
  of: (field: string) => string | undefined;
}

interface RewardFieldsProps extends PartProps {
  reward: RewardState;
  /** Called after the type changed, because errors of the other type's fields no longer apply. */
  onTypeChange: () => void;
}

/** The fields of a reward: an item, an amount, or a percentage. */
export function RewardFields({ reward, of, onTypeChange }: RewardFieldsProps) {
  const { type, value, cap, itemName, itemCost } = reward;
  const shared = { isRequired: true };
  const shownType = useRef(type.value);
  useEffect(() => {
    if (shownType.current !== type.value) onTypeChange();
    shownType.current = type.value;
  }, [type.value]);
  return (
    <>
      <SelectField label="Reward type" value={type} options={REWARD_TYPES} {...shared} />
      {type.value === 'item' && (
        <>
          <TextField
            label="Item"
            placeholder="Free cappuccino"
            value={itemName}
            error={of('reward.name')}
            maxLength={200}
            {...shared}
          />
          <MoneyField
            label="Cost"
            hint="What one item costs you. Counts against the budget; customers don't see it."
            value={itemCost}
            error={of('reward.cost')}
          />
        </>
      )}
      {type.value === 'fixed' && (
        <MoneyField label="Amount" value={value} error={of('reward.value')} {...shared} />
      )}
      {type.value === 'percentage' && (
        <>
          <NumberField label="Percentage" unit="%" value={value} error={of('reward.value')} {...shared} />
          <MoneyField
            label="Maximum amount"
            value={cap}
            hint="Empty: no limit."
            error={of('reward.maxAmount')}
          />
        </>
      )}
    </>
  );
}

interface ScheduleState {
  startsAt: Signal<string>;
  endsAt: Signal<string>;
  budget: Signal<string>;
  maxApprovals: Signal<string>;
  perUser: Signal<string>;
}

/** Names a time zone with its offset, e.g. Europe/Berlin (GMT+1). */
function describeZone(zone: string): string {
  const parts = Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset && !/^GMT(\+0)?$/.test(offset) ? `${zone} (${offset})` : zone;
}

/** Says where the times of a form are, and where the device is if that differs. */
function ZoneHint() {
  const zone = timeZone.value;
  if (zone === deviceZone) return <p class="hint">Times are in your time zone, {describeZone(zone)}.</p>;
  return (
    <p class="hint">
      Times are in your shop's time zone, {describeZone(zone)}. This device is in {describeZone(deviceZone)}.
    </p>
  );
}

/** When a campaign runs, and how many rewards it grants. */
export function LimitFields({ state, of }: PartProps & { state: ScheduleState }) {
  const { startsAt, endsAt, budget, maxApprovals, perUser } = state;
  return (
    <>
      <ZoneHint />
      <div class="row">
        <DayTimeField
          label="Starts"
          hint="Empty: at launch. Without a time, at midnight."
          value={startsAt}
          error={of('startsAt')}
        />
        <DayTimeField
          label="Ends"
          hint="Empty: until you end it. Without a time, at the end of the day."
          value={endsAt}
          error={of('endsAt')}
        />
      </div>
      <MoneyField
        label="Budget"
        hint="Pending submissions reserve their reward. The campaign pauses when the budget is used up. Empty: no limit."
        value={budget}
        error={of('budget.total')}
      />
      <div class="row">
        <NumberField
          label="Maximum approvals"
          hint="Of all customers. Empty: no limit."
          value={maxApprovals}
          error={of('limits.maxApprovals')}
        />
        <NumberField
          label="Submissions per customer"
          hint="How often one person can take part."
          value={perUser}
          error={of('limits.perUser')}
          isRequired
        />
      </div>
    </>
  );
}

interface ConditionState {
  minFollowers: Signal<string>;
  hashtags: Signal<string>;
}

/** The conditions that a post must meet. */
export function ConditionFields({ state, of }: PartProps & { state: ConditionState }) {
  return (
    <>
      <NumberField
        label="Minimum followers"
        hint="Empty: anyone can take part."
        value={state.minFollowers}
        error={of('requirements.minFollowers')}
      />
      <TextField
        label="Hashtags"
        hint="Separate with spaces."
        value={state.hashtags}
        error={of('requirements.hashtags')}
      />
    </>
  );
}
