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
} from '../../../ui/field.tsx';
import type { RewardState } from './campaign-form.ts';

/** Lists the ways to review submissions, as options. */
export function listReviewModes(): Option[] {
  return listOptions(t.reviewModes);
}

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
      <SelectField label={t.rewardType} value={type} options={listOptions(t.rewardTypes)} {...shared} />
      {type.value === 'item' && (
        <>
          <TextField
            label={t.item}
            placeholder={t.itemExample}
            value={itemName}
            error={of('reward.name')}
            maxLength={200}
            {...shared}
          />
          <MoneyField label={t.cost} hint={t.costHint} value={itemCost} error={of('reward.cost')} />
        </>
      )}
      {type.value === 'fixed' && (
        <MoneyField label={t.amount} value={value} error={of('reward.value')} {...shared} />
      )}
      {type.value === 'percentage' && (
        <>
          <NumberField
            label={t.rewardTypes.percentage}
            unit="%"
            value={value}
            error={of('reward.value')}
            {...shared}
          />
          <MoneyField label={t.maxAmount} value={cap} hint={t.emptyNoLimit} error={of('reward.maxAmount')} />
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
export function LimitFields({ state, of }: PartProps & { state: ScheduleState }) {
  const { startsAt, endsAt, budget, maxApprovals, perUser } = state;
  return (
    <>
      <ZoneHint />
      <div class="row">
        <DayTimeField label={t.starts} hint={t.startsHint} value={startsAt} error={of('startsAt')} />
        <DayTimeField label={t.ends} hint={t.endsHint} value={endsAt} error={of('endsAt')} />
      </div>
      <MoneyField label={t.budget} hint={t.budgetHint} value={budget} error={of('budget.total')} />
      <div class="row">
        <NumberField
          label={t.maxApprovals}
          hint={t.maxApprovalsHint}
          value={maxApprovals}
          error={of('limits.maxApprovals')}
        />
        <NumberField
          label={t.perUser}
          hint={t.perUserHint}
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
        label={t.minFollowers}
        hint={t.minFollowersHint}
        value={state.minFollowers}
        error={of('requirements.minFollowers')}
      />
      <TextField
        label={t.hashtags}
        hint={t.hashtagsHint}
        value={state.hashtags}
        error={of('requirements.hashtags')}
      />
    </>
  );
}
