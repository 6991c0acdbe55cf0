import { type Signal, signal } from '@preact/signals';
import { REWARD_TYPES } from '../../../../../db/enums.ts';
import type { NewReward } from '../../../../rewards/model.ts';
import { formatMoney, formatPercent } from '../../../data/format.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import {
  FieldsOf,
  listOptions,
  MoneyField,
  NumberField,
  parseNumber,
  SelectField,
  TextField,
  toMoneyText,
  toNumberText,
} from '../../../ui/field.tsx';

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
    amount: signal(type === 'percentage' ? toNumberText(value) : toMoneyText(type === 'item' ? cost : value)),
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
  return formatText(t.off, {
    amount: kind.value === 'percentage' ? formatPercent(value) : formatMoney(value),
  });
}

interface PrizeFieldsProps {
  prize: Prize;
  /** The dotted name of the reward in the form. */
  path: string;
  /** Whether a text is allowed, for which no code is issued. */
  allowsPromise?: boolean;
}

/** Edits a reward: its kind, and its amount or name. */
export function PrizeFields({ prize: { kind, text, amount }, path, allowsPromise }: PrizeFieldsProps) {
  const kinds = listOptions(t.prizes);
  const options = allowsPromise ? [...kinds, { value: 'promise', label: t.promiseInWords }] : kinds;
  return (
    <FieldsOf path={path}>
      <SelectField label={t.reward} value={kind} options={options} isRequired />
      {kind.value === 'promise' && (
        <TextField label={t.promise} hint={t.promiseHint} value={text} placeholder={t.promiseExample} />
      )}
      {kind.value === 'item' && (
        <>
          <TextField label={t.item} value={text} name="name" placeholder={t.coffee} isRequired />
          <MoneyField label={t.costsYou} value={amount} name="cost" />
        </>
      )}
      {kind.value === 'fixed' && <MoneyField label={t.amount} value={amount} name="value" />}
      {kind.value === 'percentage' && (
        <NumberField label={t.percentage} unit="%" value={amount} name="value" isRequired />
      )}
    </FieldsOf>
  );
}
