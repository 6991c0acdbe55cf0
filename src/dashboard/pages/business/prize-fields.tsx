import { type Signal, signal } from '@preact/signals';
import { REWARD_TYPES } from '../../../../db/enums.ts';
import type { NewReward } from '../../../rewards/model.ts';
import { formatMoney } from '../../data/format.ts';
import { MoneyField, NumberField, parseNumber, SelectField, TextField } from '../../ui/field.tsx';

/** Form state of the reward of a goal or shop item. */
export interface Prize {
  /** A type of reward, or promise for a text. */
  kind: Signal<string>;
  /** The promise, or the name of an item. */
  text: Signal<string>;
  /** The amount, the percentage, or the cost of an item. */
  amount: Signal<string>;
  /** The saved reward, including fields this form doesn't edit. */
  saved: unknown;
}

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : '');
const asMoney = (value: unknown) => (typeof value === 'number' ? value.toFixed(2) : '');

function isTyped(reward: unknown): reward is NewReward {
  return (
    typeof reward === 'object' &&
    reward !== null &&
    'type' in reward &&
    (REWARD_TYPES as readonly unknown[]).includes(reward.type)
  );
}

/** Creates the state of the fields from a saved reward. */
export function createPrize(saved: unknown): Prize {
  if (!isTyped(saved))
    return {
      kind: signal('promise'),
      text: signal(typeof saved === 'string' ? saved : ''),
      amount: signal(''),
      saved,
    };
  const { type, name, value, cost } = saved;
  return {
    kind: signal(type),
    text: signal(name ?? ''),
    amount: signal(type === 'percentage' ? asText(value) : asMoney(type === 'item' ? cost : value)),
    saved,
  };
}

/** Returns the reward to send. An empty number is sent as 0, so that the server names the field. */
export function toPrize({ kind, text, amount, saved }: Prize): NewReward | string | undefined {
  if (kind.value === 'promise')
    return text.value || (typeof saved === 'string' || isTyped(saved) ? undefined : (saved as undefined));
  const expiresInDays = isTyped(saved) ? saved.expiresInDays : undefined;
  if (kind.value === 'item')
    return { type: 'item', name: text.value, cost: parseNumber(amount) ?? 0, expiresInDays };
  const maxAmount = isTyped(saved) && kind.value === 'percentage' ? saved.maxAmount : undefined;
  const type = kind.value as 'fixed' | 'percentage';
  return { type, value: parseNumber(amount) ?? 0, maxAmount, expiresInDays };
}

/** Says in a few words what a reward is, e.g. Coffee or $5.00 off; empty if it is incomplete. */
export function describePrize({ kind, text, amount }: Prize): string {
  if (kind.value === 'item' || kind.value === 'promise') return text.value;
  const value = parseNumber(amount);
  if (value === undefined) return '';
  return kind.value === 'percentage' ? `${value}% off` : `${formatMoney(value)} off`;
}

const KINDS = [
  { value: 'item', label: 'A free item' },
  { value: 'fixed', label: 'An amount off' },
  { value: 'percentage', label: 'A percentage off' },
];
const PROMISE = { value: 'promise', label: 'A promise in words' };

interface PrizeFieldsProps {
  prize: Prize;
  errorOf: (field: string) => string | undefined;
  /** Whether a text is allowed, for which no code is issued. */
  allowsPromise?: boolean;
}

/** Edits a reward: what it is, and its amount or name. */
export function PrizeFields({ prize: { kind, text, amount }, errorOf, allowsPromise }: PrizeFieldsProps) {
  const options = allowsPromise ? [...KINDS, PROMISE] : KINDS;
  return (
    <>
      <SelectField label="Reward" value={kind} options={options} isRequired />
      {kind.value === 'promise' && (
        <TextField label="Promise" hint="No code is issued." value={text} placeholder="A free cup" />
      )}
      {kind.value === 'item' && (
        <>
          <TextField label="Item" value={text} error={errorOf('name')} placeholder="Coffee" isRequired />
          <MoneyField label="Costs you" value={amount} error={errorOf('cost')} />
        </>
      )}
      {kind.value === 'fixed' && <MoneyField label="Amount" value={amount} error={errorOf('value')} />}
      {kind.value === 'percentage' && (
        <NumberField label="Percentage" unit="%" value={amount} error={errorOf('value')} isRequired />
      )}
    </>
  );
}
