import { type Signal, useSignal } from '@preact/signals';
import type { ProgramRewards } from '../../../programs/model.ts';
import { parseNumber } from '../../data/parse-number.ts';

/** How long new cashback is on hold, in days: the usual time to return an order. */
const HOLD_DAYS = 14;

export const PRESETS = [
  { value: 'stamps', label: '10th coffee free', hint: 'A stamp for each visit. The last one is on you.' },
  { value: 'points', label: 'Points', hint: 'Points for what they spend, and a discount for 100 points.' },
  { value: 'cashback', label: '5% cashback', hint: 'Credit from each order, to spend on a later visit.' },
  { value: 'tiers', label: 'Silver and gold', hint: 'Regulars earn more points the longer they stay.' },
  { value: 'custom', label: 'Your own terms', hint: 'Start empty and combine whatever you like.' },
] as const;
export type Preset = (typeof PRESETS)[number]['value'];

const NAMES: Record<Preset, string> = {
  stamps: 'Stamp card',
  points: 'Points club',
  cashback: 'Cashback club',
  tiers: 'Regulars',
  custom: '',
};

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
    name: useSignal(NAMES.stamps),
    stamps: useSignal('10'),
    item: useSignal('Coffee'),
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
  const isSuggested = (Object.values(NAMES) as string[]).includes(form.name.value);
  form.preset.value = preset;
  if (isSuggested) form.name.value = NAMES[preset];
}

/** Returns a number in order, e.g. 10th or 21st. */
export function formatOrdinal(value: number): string {
  const isTeen = Math.floor((value % 100) / 10) === 1;
  const suffix = isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10];
  return `${value}${suffix ?? 'th'}`;
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
            name: `${formatOrdinal(target)} ${item.toLowerCase()} free`,
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
      return { points, shop: [{ name: `$${value} off`, points: number(form.price), reward }] };
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
          { name: 'Silver', threshold: number(form.silver), multiplier: 1.5 },
          { name: 'Gold', threshold: number(form.gold), multiplier: 2 },
        ],
      };
    case 'custom':
      return {};
  }
}
