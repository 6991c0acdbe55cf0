import { post, register } from '../../calls.ts';
import type { Client, Tenant } from './clients.ts';

export const TENANTS = 8;

async function openShop(url: string, index: number): Promise<Tenant> {
  const more = { role: 'business', businessName: `Shop ${index}` };
  const { accessToken, user } = await register(url, `owner-${index}@people.example`, more);
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
      const { accessToken } = await register(url, `${name}@people.example`);
      return { name, customerToken: accessToken, tenant: tenants[index % TENANTS] as Tenant };
    }),
  );
}
