import type { Client, Tenant } from './crash-clients.ts';

export const TENANTS = 8;

// biome-ignore lint/suspicious/noExplicitAny: each caller reads any field of the data
export async function post(url: string, path: string, body: object, token?: string): Promise<any> {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const json = (await response.json()) as { data: unknown };
  if (!response.ok) throw new Error(JSON.stringify(json));
  return json.data;
}

async function register(url: string, name: string, more: object = {}) {
  const email = `${name}@people.example`;
  return post(url, '/auth', { action: 'register', email, password: 'correct horse battery', name, ...more });
}

async function openShop(url: string, index: number): Promise<Tenant> {
  const more = { role: 'business', businessName: `Shop ${index}` };
  const { accessToken, user } = await register(url, `owner-${index}`, more);
  const terms = {
    reward: { type: 'fixed', value: 5 },
    limits: { perUser: 10_000 },
    budget: { total: 10_000_000 },
  };
  const offer = { name: 'Open to all', platform: 'instagram', actionType: 'story', ...terms };
  const launch = { launch: true, acknowledgePolicy: true };
  const campaign = await post(url, '/campaigns', { ...offer, ...launch }, accessToken);
  const rewards = { cashback: { type: 'percentage', value: 10 } };
  const program = await post(url, '/programs', { name: 'Regulars', rewards }, accessToken);
  const { businessId } = user;
  return { ownerToken: accessToken, businessId, campaignId: campaign.id, programId: program.id };
}

/** Creates businesses, each with a campaign and a program, and the clients of each with their customers. */
export async function hireClients(url: string, count: number): Promise<Client[]> {
  const tenants = await Promise.all(Array.from({ length: TENANTS }, (_, index) => openShop(url, index)));
  const names = Array.from({ length: count }, (_, index) => `client-${index}`);
  return Promise.all(
    names.map(async (name, index) => {
      const { accessToken } = await register(url, name);
      return { name, customerToken: accessToken, tenant: tenants[index % TENANTS] as Tenant };
    }),
  );
}

/** Divides a list into `count` shares of about the same length. */
export function divide<T>(all: T[], count: number): T[][] {
  return Array.from({ length: count }, (_, share) => all.filter((_one, index) => index % count === share));
}
