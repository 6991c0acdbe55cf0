import type { PageRoute } from '../../../src/dashboard/data/router.ts';
import { ROUTES } from '../../../src/dashboard/routes.ts';
import { CUSTOMER, OWNER, type TestServer } from './server.ts';
import type { Scene, Stage } from './support.ts';

/** Creates a record for each path with `:id`. A new path with a parameter needs an entry here. */
export async function createRecords({
  api,
  owner,
  customer,
  url,
}: TestServer): Promise<Record<string, string>> {
  const offer = { name: 'Every page', platform: 'instagram', actionType: 'story', launch: true };
  const reward = { type: 'fixed', value: 2 };
  const campaign = await api<{ id: string; slug: string }>('POST', '/campaigns', { ...offer, reward }, owner);
  const shop = await api<{ slug: string }>('GET', '/business', undefined, owner);
  const proof = { campaignId: campaign.id, proofUrl: `https://www.instagram.com/p/${crypto.randomUUID()}/` };
  const submission = await api<{ id: string; userId: string }>('POST', '/submissions', proof, customer);
  const program = await api<{ id: string }>('POST', '/programs', { name: 'Early birds' }, owner);
  const member = { memberId: submission.userId, name: 'Ada Ames' };
  await api('POST', `/programs/${program.id}/members`, member, owner);
  const correction = { points: 50, reason: '9 €' };
  await api('POST', `/programs/${program.id}/members/${member.memberId}/adjustments`, correction, owner);
  const rewards = await api<{ items: { id: string }[] }>('GET', '/rewards?perPage=1', undefined, owner);
  const webhook = await api<{ id: string }>(
    'POST',
    '/webhooks',
    { url: `${url}/hooks`, events: ['reward.redeemed'] },
    owner,
  );
  return {
    '/campaigns/:id': campaign.id,
    '/dashboard/welcome/:step': 'look',
    '/c/:slug': campaign.slug,
    '/s/:slug': shop.slug,
    '/s/:slug/join': shop.slug,
    '/dashboard/campaigns/:id': campaign.id,
    '/dashboard/campaigns/:id/edit': campaign.id,
    '/dashboard/campaigns/:id/sign': campaign.id,
    '/dashboard/campaigns/:id/compliance': campaign.id,
    '/dashboard/programs/:id': program.id,
    '/dashboard/programs/:id/import': program.id,
    '/dashboard/programs/:id/members/:memberId': `/dashboard/programs/${program.id}/members/${member.memberId}`,
    '/dashboard/rewards/:id': rewards.items[0]?.id ?? '',
    '/dashboard/webhooks/:id': webhook.id,
    '/my/submissions/:id': submission.id,
    '/my/programs/:id': program.id,
  };
}

/** Returns the path of a record; a path with several parameters is listed as a whole. */
export function fillPath(path: string, records: Record<string, string>): string {
  const [name = '', query] = path.split('?');
  const record = records[name] ?? '';
  if (path.includes(':') && !record) throw new Error(`${path} needs a record in createRecords`);
  if (record.startsWith('/')) return query === undefined ? record : `${record}?${query}`;
  return path.replace(/:\w+/, record);
}

async function visitRoutes(
  { capture, server }: Stage,
  routes: PageRoute[],
  open: Stage['go'],
): Promise<void> {
  const records = await createRecords(server);
  for (const { path } of routes) {
    const filled = fillPath(path, records);
    try {
      await open(filled);
      await capture(`every${path === '/' ? '-home' : path.replaceAll('/', '-').replaceAll(':', '')}`);
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`);
    }
  }
}

/** Opens every route, so that no page is left out. */
export const everyPageScenes: Scene[] = [
  [
    'every page: a visitor can open each public page',
    stage =>
      visitRoutes(
        stage,
        ROUTES.filter(({ audience }) => audience === 'anyone'),
        stage.go,
      ),
  ],
  [
    'every page: a customer can open each customer page',
    async stage => {
      await stage.signIn(CUSTOMER);
      await visitRoutes(
        stage,
        ROUTES.filter(({ audience, isBare }) => !isBare && ['anyone', 'customer'].includes(audience)),
        stage.go,
      );
    },
  ],
  [
    'every page: an owner can open each dashboard page',
    async stage => {
      await stage.signIn(OWNER);
      await stage.go('/dashboard/account');
      await visitRoutes(
        stage,
        ROUTES.filter(({ audience }) => ['business', 'owner'].includes(audience)),
        stage.follow,
      );
    },
  ],
];
