import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { toUsableTimeZone } from '../../../../platform/intl.ts';
import { deviceZone, timeZone } from '../../../data/time-zone.ts';
import { campaignForm as t } from '../../../messages/campaignForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { DayTimeField } from '../../../ui/day-time-field.tsx';
import {
  listOptions,
  MoneyField,
  NumberField,
  type Option,
  SelectField,
  TextField,
  useFormAction,
} from '../../../ui/field.tsx';
import type { RewardState } from './campaign-form.ts';

/** Lists the ways to review submissions, as options. */
export function listReviewModes(): Option[] {
  return listOptions(t.reviewModes);
}

/** The fields of a reward: an item, an amount, or a percentage. */
export function RewardFields({ reward }: { reward: RewardState }) {
  const { type, value, cap, itemName, itemCost } = reward;
  const shared = { isRequired: true };
  const form = useFormAction();
  const shownType = useRef(type.value);
  useEffect(() => {
    // Errors of the other type's fields no longer apply.
    if (form && shownType.current !== type.value) form.error.value = undefined;
    shownType.current = type.value;
  }, [type.value]);
  return (
    <>
      <SelectField label={t.rewardType} value={type} options={listOptions(t.rewardTypes)} {...shared} />
      {type.value === 'item' && (
        <>
          <TextField
            label={t.item}
            placeholder={t.itemExample}
            value={itemName}
            name="reward.name"
            maxLength={200}
            {...shared}
          />
          <MoneyField label={t.cost} hint={t.costHint} value={itemCost} name="reward.cost" />
        </>
      )}
      {type.value === 'fixed' && (
        <MoneyField label={t.amount} value={value} name="reward.value" {...shared} />
      )}
      {type.value === 'percentage' && (
        <>
          <NumberField
            label={t.rewardTypes.percentage}
            unit="%"
            value={value}
            name="reward.value"
            {...shared}
          />
          <MoneyField label={t.maxAmount} value={cap} hint={t.emptyNoLimit} name="reward.maxAmount" />
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
function describeZone(name: string): string {
  const zone = toUsableTimeZone(name);
  const parts = Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset && !/^GMT(\+0)?$/.test(offset) ? `${zone} (${offset})` : zone;
}

/** Says where the times of a form are, and where the device is if that differs. */
function ZoneHint() {
  const zone = toUsableTimeZone(timeZone.value);
  if (zone === deviceZone) return <p class="hint">{formatText(t.ownZone, { zone: describeZone(zone) })}</p>;
  return (
    <p class="hint">
      {formatText(t.shopZone, { zone: describeZone(zone), device: describeZone(deviceZone) })}
    </p>
  );
}

/** When a campaign runs, and how many rewards it grants. */
export function LimitFields({ state }: { state: ScheduleState }) {
  const { startsAt, endsAt, budget, maxApprovals, perUser } = state;
  return (
    <>
      <ZoneHint />
      <div class="row">
        <DayTimeField label={t.starts} hint={t.startsHint} value={startsAt} name="startsAt" />
        <DayTimeField label={t.ends} hint={t.endsHint} value={endsAt} name="endsAt" />
      </div>
      <MoneyField label={t.budget} hint={t.budgetHint} value={budget} name="budget.total" />
      <div class="row">
        <NumberField
          label={t.maxApprovals}
          hint={t.maxApprovalsHint}
          value={maxApprovals}
          name="limits.maxApprovals"
        />
        <NumberField
          label={t.perUser}
          hint={t.perUserHint}
          value={perUser}
          name="limits.perUser"
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
export function ConditionFields({ state }: { state: ConditionState }) {
  return (
    <>
      <NumberField
        label={t.minFollowers}
        hint={t.minFollowersHint}
        value={state.minFollowers}
        name="requirements.minFollowers"
      />
      <TextField
        label={t.hashtags}
        hint={t.hashtagsHint}
        value={state.hashtags}
        name="requirements.hashtags"
      />
    </>
  );
}
