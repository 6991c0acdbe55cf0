import { useComputed, useSignal } from '@preact/signals';
import type { Action } from '../../../library/model.ts';
import type { ActionPrice } from '../../../reference/pricing-model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { Badge, type Tone } from '../../ui/components.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';

/** The library has fewer actions for every platform. */
const MAX_ACTIONS = 100;
const EFFORTS = [
  'Minimal effort',
  'Very low effort',
  'Low effort',
  'Medium effort',
  'High effort',
  'Very high effort',
];

export interface PickedAction {
  id: string;
  name: string;
  platform: string;
  type: string;
  /** Typical reward in dollars; null if unknown or if rewards are forbidden. */
  suggestedReward: number | null;
}

interface ActionPickerProps {
  selected: PickedAction | undefined;
  onSelect: (action: PickedAction) => void;
}

/** Lists a platform's actions with their value, policy and typical reward. */
export function ActionPicker({ selected, onSelect }: ActionPickerProps) {
  const platform = useSignal('instagram');
  const search = useSignal('');
  const prices = useResource(abort => send(api.pricing.get(abort)), []);
  const library = useResource(
    abort =>
      send(api.actions.get({ query: { platform: platform.value, page: 1, perPage: MAX_ACTIONS }, ...abort })),
    [platform.value],
  );
  const platforms = useComputed(() =>
    [...new Set(prices.data.value?.actions.map(price => price.platform) ?? ['instagram'])].map(value => ({
      value,
      label: formatLabel(value),
    })),
  );
  const priceOf = (id: string) => prices.data.value?.actions.find(({ actionId }) => actionId === id);
  const isMatch = ({ name }: Action) => name.toLowerCase().includes(search.value.trim().toLowerCase());
  return (
    <>
      <div class="row">
        <SelectField label="Platform" value={platform} options={platforms.value} isRequired />
        <TextField label="Search" type="search" value={search} />
      </div>
      <Loaded resource={library}>
        {({ items }) => (
          <fieldset class="action-picker">
            <legend class="visually-hidden">Action</legend>
            {items.filter(isMatch).map(action => (
              <ActionOption
                key={action.id}
                action={action}
                price={priceOf(action.id)}
                isChosen={selected?.id === action.id}
                onPick={onSelect}
              />
            ))}
            {!items.some(isMatch) && <p class="hint">No matching actions for this platform.</p>}
          </fieldset>
        )}
      </Loaded>
    </>
  );
}

const POLICY_TONES: Record<Action['policy'], Tone> = { allowed: 'good', disclose: 'warn', forbidden: 'bad' };
const POLICY_LABELS: Record<Action['policy'], string> = {
  allowed: 'Rewards allowed',
  disclose: 'Disclosure required',
  forbidden: 'Rewards forbidden',
};

interface ActionOptionProps {
  action: Action;
  price: ActionPrice | undefined;
  isChosen: boolean;
  onPick: ActionPickerProps['onSelect'];
}

function ActionOption({ action, price, isChosen, onPick }: ActionOptionProps) {
  const { id, name, platform, type, policy, effort, policyNote } = action;
  const range = price?.suggestedReward ?? null;
  return (
    <label class="choice-card">
      <input
        type="radio"
        name="action"
        checked={isChosen}
        onChange={() => onPick({ id, name, platform, type, suggestedReward: range?.typical ?? null })}
      />
      <span>
        <strong>{name}</strong>
        <span class="tags">
          <Badge tone={POLICY_TONES[policy]}>{POLICY_LABELS[policy]}</Badge>
          <Badge>Estimated value {formatMoney(action.value)}</Badge>
          {range && (
            <Badge tone="info">
              Typical reward {formatMoney(range.low)}–{formatMoney(range.high)}
            </Badge>
          )}
          <Badge>{EFFORTS[effort]}</Badge>
        </span>
        {isChosen && policy !== 'allowed' && <span class="hint">{policyNote}</span>}
      </span>
    </label>
  );
}
