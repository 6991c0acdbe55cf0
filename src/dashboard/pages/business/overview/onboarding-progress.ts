import { api, send } from '../../../data/api.ts';
import { tenantParams } from '../../../data/session.ts';
import { isReachable } from '../share/link-address.tsx';

const ONE = { page: 1, perPage: 1 };

export interface Progress {
  campaigns: number;
  active: number;
  submissions: number;
  pending: number;
  redeemed: number;
  /** Whether the shop has a logo or a color. */
  hasLook: boolean;
  /** Whether customers can open links and QR codes. */
  isReachable: boolean;
}

/** Reads the counts that the checklist depends on. @throws ApiError */
export async function readProgress(abort: { fetch: { signal: AbortSignal } }): Promise<Progress> {
  const query = { ...ONE, ...tenantParams() };
  const [business, campaigns, active, submissions, pending, redeemed, address] = await Promise.all([
    send(api.business.get({ query: tenantParams(), ...abort })),
    send(api.campaigns.get({ query, ...abort })),
    send(api.campaigns.get({ query: { ...query, state: 'active' }, ...abort })),
    send(api.submissions.get({ query, ...abort })),
    send(api.submissions.get({ query: { ...query, status: 'pending' }, ...abort })),
    send(api.rewards.get({ query: { ...query, status: 'redeemed' }, ...abort })),
    send(api['public-address'].get(abort)),
  ]);
  return {
    campaigns: campaigns.pagination.total,
    active: active.pagination.total,
    submissions: submissions.pagination.total,
    pending: pending.pagination.total,
    redeemed: redeemed.pagination.total,
    hasLook: business.logoUploadId !== null || business.accentColor !== null,
    isReachable: isReachable(address),
  };
}

/** Returns whether onboarding is complete: the first reward was redeemed. */
export function isOnboarded({ redeemed }: Progress): boolean {
  return redeemed > 0;
}
