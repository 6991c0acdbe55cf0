import type { TSchema } from '@sinclair/typebox';
import { DEFAULT_CURRENCY } from '../platform/currency-digits.ts';
import { formatRoundAmount } from '../platform/money.ts';
import type { Offer } from './model.ts';

type Reward = Offer['reward'];

/** Types of rewards, best first. Amounts, items and percentages can't be compared with each other. */
const BEST_TYPES: Reward['type'][] = ['fixed', 'item', 'percentage'];

/**
 * Returns the reward that represents a shop in a list: its highest amount; without one its first item, and without one
 * its highest percentage. Undefined without rewards.
 */
export function getBestReward(rewards: readonly Reward[]): Reward | undefined {
  const [best] = [...rewards].sort(
    (one, other) =>
      BEST_TYPES.indexOf(one.type) - BEST_TYPES.indexOf(other.type) || (other.value ?? 0) - (one.value ?? 0),
  );
  return best;
}

/** Describes a reward to customers, e.g. $5 off. */
export function describeReward({
  type,
  value,
  name,
  maxAmount,
  // Events from before businesses had currencies name none.
  currency = DEFAULT_CURRENCY,
}: Pick<Offer['reward'], 'type' | 'value' | 'name' | 'maxAmount'> & { currency?: string }): string {
  if (name) return name;
  if (type === 'fixed') return `${formatRoundAmount(value ?? 0, currency)} off`;
  return `${value ?? 0}% off${maxAmount ? `, up to ${formatRoundAmount(maxAmount, currency)}` : ''}`;
}

/** Returns the value without the fields that its schema does not name, such as notes of the owner, at all levels. */
export function pickDeclared(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => pickDeclared(schema.items ?? {}, item));
  const variants: TSchema[] = schema.anyOf ?? [schema];
  const properties: Record<string, TSchema> | undefined = variants.find(each => each.properties)?.properties;
  if (!properties || typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(
    known.map(([name, item]) => [name, pickDeclared(properties[name] as TSchema, item)]),
  );
}
