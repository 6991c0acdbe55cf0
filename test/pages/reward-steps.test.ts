import { expect, test } from 'bun:test';
import { loadMessages } from '../../src/dashboard/messages/area.ts';
import { describeWho, listRewardSteps } from '../../src/dashboard/pages/business/reward/reward-steps.ts';
import type { CounterAction } from '../../src/places/model.ts';
import type { Reward } from '../../src/rewards/model.ts';

await loadMessages();

const at = (hour: number) => `2026-03-01T${hour}:00:00.000Z`;
const SAM = { kind: 'user', id: 'usr_1', name: 'Sam' } as const;
const STATION = { id: 'plc_1', name: 'Station' };

function action(kind: CounterAction['kind'], hour: number, place: CounterAction['place'] = null) {
  return { kind, createdAt: at(hour), actor: SAM, place, value: 5 } as CounterAction;
}

function reward(fields: Partial<Reward> = {}): Reward {
  return { status: 'redeemed', type: 'fixed', createdAt: at(10), redeemedAt: at(14), ...fields } as Reward;
}

test('The history of a reward tells who redeemed and reinstated it, where and why', () => {
  const undone = { redeemedAt: at(11), amount: 5, reason: 'Scanned twice', actor: SAM, createdAt: at(12) };
  const actions = [action('redemption', 14, STATION), action('reinstatement', 12), action('redemption', 11)];
  const steps = listRewardSteps(reward({ reinstatements: [undone] }), actions);
  expect(steps.map(step => [step.label, describeWho(step), step.reason])).toEqual([
    ['Redeemed for $5.00', 'by Sam at Station', undefined],
    ['Reinstated', 'by Sam', 'Scanned twice'],
    ['Redeemed for $5.00', 'by Sam', undefined],
    ['Issued', '', undefined],
  ]);
});

test('A redemption without a recorded action is shown without a name', () => {
  expect(listRewardSteps(reward(), []).map(({ label }) => label)).toEqual(['Redeemed', 'Issued']);
});
