import type { Reward } from '../../../../rewards/model.ts';

const SOON_MS = 7 * 86_400_000;

/** Returns true if a usable reward expires within a week. */
export function isExpiring({ status, expiresAt }: Reward): boolean {
  return status === 'issued' && Date.parse(expiresAt) - Date.now() < SOON_MS;
}
