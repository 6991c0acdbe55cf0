import type { RewardRow } from '../../db/schema/rewards.ts';
import type { AnyCtx } from '../context.ts';
import { invalid } from '../errors.ts';
import { normalizeCode } from './rules.ts';
import * as store from './store.ts';

/** How a request names a reward: by its code, as the customer shows it, or by its ID. */
interface RewardReference {
  code?: string | undefined;
  rewardId?: string | undefined;
}

/**
 * Returns the field that names the reward, for errors, and a function that reads its row.
 * @throws VALIDATION_ERROR unless exactly one of both is given
 */
export function readReference({ code, rewardId }: RewardReference): {
  reference: { kind: 'reward'; field: 'code' | 'rewardId' };
  findRow: (ctx: Pick<AnyCtx, 'db'>) => Promise<RewardRow | undefined>;
} {
  if (code === undefined && rewardId === undefined)
    throw invalid('code', 'is required, or rewardId instead', 'required');
  if (code !== undefined && rewardId !== undefined)
    throw invalid('rewardId', "can't be combined with code", 'conflict');
  if (code === undefined)
    return {
      reference: { kind: 'reward', field: 'rewardId' },
      findRow: ({ db }) => store.find(db, rewardId as string),
    };
  return {
    reference: { kind: 'reward', field: 'code' },
    findRow: ({ db }) => store.findByCode(db, normalizeCode(code)),
  };
}
