import { SEED } from '../../seed/load.ts';
import { POLICIES } from '../../src/library/model.ts';
import type { ReferenceData } from '../../src/library/seed-model.ts';
import { generateKeyPair } from '../../src/platform/ed25519.ts';
import type { SignedDocument } from '../../src/platform/signed-document.ts';
import { signBundle } from '../../src/reference/bundle.ts';

/** A permitted action that needs no platform, and so no platform can forbid it. */
const SAFE_ACTION = 'email-photo-submission';

export const KEYS = generateKeyPair();
export const TRUST = { REFERENCE_KEYS: KEYS.publicKey };

/** Returns the built-in data in which one more action must not be rewarded, consistent in all files. */
export function forbidAction(id: string): ReferenceData {
  const data = structuredClone(SEED) as ReferenceData;
  const action = data.actions.find(each => each.id === id)!;
  const { platform, type } = action;
  Object.assign(action, { policy: 'forbidden', rewardable: false, suggestedReward: null });
  const group = data.actions.filter(each => each.platform === platform && each.type === type);
  const prices = data.pricing.platforms[platform]!.types[type]!;
  const rewards = group.flatMap(({ suggestedReward }) => suggestedReward ?? []);
  prices.rewardable = rewards.length;
  prices.suggestedReward =
    rewards.length === 0
      ? null
      : {
          low: Math.min(...rewards.map(({ low }) => low)),
          high: Math.max(...rewards.map(({ high }) => high)),
        };
  const status = POLICIES.findLast(policy => group.some(each => each.policy === policy))!;
  const milder = group.filter(({ policy }) => policy !== status);
  Object.assign(data.legal.platforms[platform]!.matrix[type]!, {
    status,
    mixed: milder.length > 0,
    exceptions: milder.map(each => ({ action: each.id, status: each.policy })),
  });
  const { alternatives } = data.legal;
  for (const other of Object.keys(alternatives))
    if (alternatives[other] === id) alternatives[other] = SAFE_ACTION;
  alternatives[id] = SAFE_ACTION;
  return data;
}

/** Signs a bundle that is newer than the built-in data. */
export function createBundle(
  data: Partial<ReferenceData>,
  issuedAt = '2027-02-01T00:00:00.000Z',
): SignedDocument {
  return signBundle({ issuedAt, notes: 'Stricter rules', files: data }, KEYS);
}
