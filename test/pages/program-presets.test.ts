import { expect, test } from 'bun:test';
import { signal } from '@preact/signals';
import { Value } from '@sinclair/typebox/value';
import { loadMessages } from '../../src/dashboard/messages/area.ts';
import { listOffers } from '../../src/dashboard/pages/business/shared/program-labels.ts';
import {
  choosePreset,
  formatOrdinal,
  PRESETS,
  type PresetForm,
  toPresetRewards,
} from '../../src/dashboard/pages/business/terms/program-presets.ts';
import { ProgramRewards } from '../../src/programs/model.ts';

await loadMessages();

function createForm(): PresetForm {
  return {
    preset: signal('stamps'),
    name: signal('Stamp card'),
    stamps: signal('10'),
    item: signal('Coffee'),
    cost: signal('1.2'),
    perDollar: signal('1'),
    price: signal('100'),
    discount: signal('5'),
    percent: signal('5'),
    maxPerOrder: signal(''),
    silver: signal('100'),
    gold: signal('300'),
  };
}

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [111, '111th'],
  [122, '122nd'],
])('%d is written as %s', (value, text) => {
  expect(formatOrdinal(value)).toBe(text);
});

test.each([...PRESETS])('the preset %s gives terms that the API accepts', preset => {
  const form = createForm();
  choosePreset(form, preset);
  expect(Value.Check(ProgramRewards, toPresetRewards(form))).toBe(true);
});

test('the stamp card repeats, and its name follows the fields', () => {
  const form = createForm();
  form.stamps.value = '8';
  form.item.value = 'Haircut';
  expect(toPresetRewards(form).goals).toEqual([
    {
      name: '8th haircut free',
      metric: 'visits',
      target: 8,
      repeats: true,
      reward: { type: 'item', name: 'Haircut', cost: 1.2 },
    },
  ]);
});

test('a preset suggests its name, and keeps a name that was typed', () => {
  const form = createForm();
  choosePreset(form, 'points');
  expect(form.name.value).toBe('Points club');
  form.name.value = 'Blue Cup club';
  choosePreset(form, 'cashback');
  expect(form.name.value).toBe('Blue Cup club');
});

test('offers are named, stamp cards first, and counted when there are many', () => {
  const tiers = ['Bronze', 'Silver', 'Gold'].map((name, index) => ({ name, threshold: index * 100 }));
  const goals = [
    { name: 'Five posts', metric: 'submissions' as const, target: 5 },
    { name: '10th coffee free', metric: 'visits' as const, target: 10 },
  ];
  const cashback = { type: 'percentage' as const, value: 5, maxPerTransaction: 20 };
  expect(listOffers({ cashback, points: { perDollar: 1 }, tiers, goals })).toEqual([
    '10th coffee free',
    '5% cashback, up to $20.00 per order',
    'Points: 1 per $1',
    'Tiers: 3 tiers',
    'Five posts',
  ]);
  expect(listOffers({})).toEqual([]);
});
