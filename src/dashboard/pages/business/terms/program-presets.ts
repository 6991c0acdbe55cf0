import { type Signal, useSignal } from '@preact/signals';
import type { ProgramRewards } from '../../../../programs/model.ts';
import { formatMoney, formatNumber, formatRoundMoney } from '../../../data/format.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { formatText, LOCALE } from '../../../messages/text.ts';
import { parseNumber } from '../../../ui/field.tsx';

/** How long new cashback is on hold, in days: the usual time to return an order. */
const HOLD_DAYS = 14;

export const PRESETS = ['stamps', 'points', 'cashback', 'tiers', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

type Text = Signal<string>;

/** Form state of a new program: the few figures that each preset asks for. */
export interface PresetForm {
  preset: Text;
  name: Text;
  stamps: Text;
  item: Text;
  cost: Text;
  perDollar: Text;
  price: Text;
  discount: Text;
  percent: Text;
  maxPerOrder: Text;
  silver: Text;
  gold: Text;
}

export function usePresetForm(): PresetForm {
  return {
    preset: useSignal<string>('stamps'),
    name: useSignal(t.presets.stamps.name),
    stamps: useSignal('10'),
    item: useSignal(t.coffee),
    cost: useSignal(''),
    perDollar: useSignal('1'),
    price: useSignal('100'),
    discount: useSignal('5'),
    percent: useSignal('5'),
    maxPerOrder: useSignal(''),
    silver: useSignal('100'),
    gold: useSignal('300'),
  };
}

/** Chooses a preset; a name that the owner typed is kept. */
export function choosePreset(form: PresetForm, preset: Preset): void {
  const isSuggested = PRESETS.some(other => t.presets[other].name === form.name.value);
  form.preset.value = preset;
  if (isSuggested) form.name.value = t.presets[preset].name;
}

/** Returns a number in order, e.g. 10th or 21st. */
export function formatOrdinal(value: number): string {
  const isTeen = Math.floor((value % 100) / 10) === 1;
  const suffix = isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10];
  return `${value}${suffix ?? 'th'}`;
}

/** Names a stamp card, e.g. 10th coffee free. */
export function nameStampCard(stamps: number, item: string): string {
  return LOCALE === 'en'
    ? formatText(t.itemFree, { number: formatOrdinal(stamps), item: item.toLowerCase() })
    : formatText(t.itemFree, { number: formatNumber(stamps), item });
}

/** Formats an amount without decimals if it has none. */
function formatShortMoney(amount: number): string {
  return Number.isInteger(amount) ? formatRoundMoney(amount) : formatMoney(amount);
}

/** Returns the terms of the chosen preset. An empty number is sent as 0, so that the server names the field. */
export function toPresetRewards(form: PresetForm): ProgramRewards {
  const number = (text: Text) => parseNumber(text) ?? 0;
  const points = { perDollar: number(form.perDollar) };
  switch (form.preset.value as Preset) {
    case 'stamps': {
      const target = number(form.stamps);
      const item = form.item.value.trim();
      return {
        goals: [
          {
            name: nameStampCard(target, item),
            metric: 'visits',
            target,
            repeats: true,
            reward: { type: 'item', name: item, cost: parseNumber(form.cost) ?? null },
          },
        ],
      };
    }
    case 'points': {
      const value = number(form.discount);
      const reward = { type: 'fixed' as const, value };
      return {
        points,
        shop: [
          {
            name: formatText(t.off, { amount: formatShortMoney(value) }),
            points: number(form.price),
            reward,
          },
        ],
      };
    }
    case 'cashback':
      return {
        cashback: {
          type: 'percentage',
          value: number(form.percent),
          maxPerTransaction: parseNumber(form.maxPerOrder) ?? null,
          holdDays: HOLD_DAYS,
        },
      };
    case 'tiers':
      return {
        points,
        tiers: [
          { name: t.silver, threshold: number(form.silver), multiplier: 1.5 },
          { name: t.gold, threshold: number(form.gold), multiplier: 2 },
        ],
      };
    case 'custom':
      return {};
  }
}
