import { describe, expect, test } from 'bun:test';
import { hashSeed, loadReference, parseReference, SEED } from '../../seed/load.ts';
import validated from '../../seed/validated.json';
import type { ReferenceData } from '../../src/library/seed-model.ts';
import { validateReference } from '../../src/library/validation/validate.ts';
import { action, DAMAGES } from './damages.ts';
import { OFFER_DAMAGES } from './damages-offers.ts';
import { TERMS_DAMAGES } from './damages-terms.ts';

/** Copies the reference data with a change. */
function copyWithChange(change: (data: ReferenceData) => void): ReferenceData {
  const copy = structuredClone(SEED) as ReferenceData;
  change(copy);
  return copy;
}

describe('the files in seed/', () => {
  test('all files pass validation', () => {
    const { problems, summary } = validateReference(SEED);
    console.log(summary);
    expect(problems).toEqual([]);
    expect(summary).toMatchObject({
      actions: 107,
      platforms: 15,
      types: { content: 38, review: 19, engage: 24, share: 15, referral: 11 },
      efforts: { 0: 15, 1: 18, 2: 21, 3: 20, 4: 19, 5: 14 },
      policies: { allowed: 5, disclose: 56, forbidden: 46 },
      switchedOff: 4,
      industries: 20,
      benchmarkFigures: 340,
      pricingFigures: 52,
      legalRules: 13,
      publicChecks: { program: 8, display: 7, person: 46, none: 46 },
      sources: 118,
      plans: 3,
    });
  });

  test('the hash of the files equals validated.json, so that a start can skip validation', () => {
    // After a change that this suite accepts, put this hash into seed/validated.json.
    expect(hashSeed(SEED)).toBe(validated.hash);
    expect(loadReference().hash).toBe(validated.hash);
  });

  test('four actions with unclear rules are disabled, with a reason', () => {
    const off = loadReference().data.actions.filter(each => each.policy !== 'forbidden' && !each.rewardable);
    expect(off.map(({ id, policy }) => [id, policy])).toEqual([
      ['facebook-check-in', 'disclose'],
      ['google-save-place', 'allowed'],
      ['whatsapp-status-share', 'disclose'],
      ['whatsapp-refer-friend', 'disclose'],
    ]);
    for (const each of off) expect(each.rewardableNote).toStartWith('Off by default');
  });
});

describe('invalid reference data', () => {
  for (const { damage, change, problem } of [...DAMAGES, ...OFFER_DAMAGES, ...TERMS_DAMAGES]) {
    test(`validation reports ${damage}`, () => {
      const { problems, data } = validateReference(copyWithChange(change));
      expect(data).toBeNull();
      expect(problems.find(each => each.startsWith(problem)) ?? problems).toStartWith(problem);
    });
  }

  test('invalid data fails to load, and the error lists every problem', () => {
    const files = copyWithChange(data => {
      action(data, 'google-review-text').value = 11;
      delete data.legal.alternatives['x-repost'];
    });
    expect(() => parseReference(files, validated.hash)).toThrow(
      /is invalid \(\d+ problems\):[\s\S]*google-review-text[\s\S]*x-repost/,
    );
  });
});
