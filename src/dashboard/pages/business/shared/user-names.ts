import { api, send } from '../../../data/api.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';

/** Reads the names of the team by user ID; none without the permission to see the team. */
export async function listUserNames(abort: { fetch: { signal: AbortSignal } }): Promise<Map<string, string>> {
  if (!hasPermission('users')) return new Map();
  const query = { page: 1, perPage: 100, ...tenantParams() };
  const { items } = await send(api.business.users.get({ query, ...abort }));
  return new Map(items.map(({ id, name }) => [id, name]));
}
