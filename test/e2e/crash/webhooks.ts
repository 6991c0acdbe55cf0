import { CAMPAIGN } from '../calls.ts';
import { openInstallation } from './installation.ts';
import { createTraffic, persist } from './requests.ts';
import { WebhookReceiver } from './webhook-receiver.ts';
import { problemsOf, type Workload } from './workload.ts';

/**
 * Clients cause events. Every committed event must reach the endpoint, with the same body in every attempt, and no
 * uncommitted one. Each event belongs to a change, and each change has its events.
 */
export const webhooks: Workload = {
  options: { kills: 20, events: 10_000, clients: 16 },
  target: 'events',
  isVerifiedOften: false,
  setup: async ({ kills }) => {
    const installation = await openInstallation(kills);
    const { server, storage } = installation;
    const tenant = await server.register();
    const receiver = new WebhookReceiver();
    await receiver.register(server.url, storage, tenant);
    const traffic = createTraffic();
    const body = { ...CAMPAIGN, launch: true };
    let sent = 0;
    let campaigns = 0;
    return {
      installation,
      traffic,
      // Each campaign records two events: created and activated.
      progress: () => 2 * campaigns,
      act: async () => {
        const command = { path: '/campaigns', body, token: tenant.ownerToken, key: `campaign-${sent++}` };
        if (await persist(() => server.url, command, traffic)) campaigns += 1;
      },
      verify: async stored => {
        const pending = await receiver.drain(stored);
        const without =
          await stored.readNumber(`select count(*) from campaigns c where (select count(*) from events e
          where e.resource_id = c.id and e.type in ('campaign.created', 'campaign.activated')) <> 2`);
        const more = (await stored.readNumber('select count(*) from campaigns')) - campaigns;
        const counts = {
          'changes do not have their events': without,
          'more changes than acknowledged': more,
        };
        return [...pending, ...(await receiver.verify(stored)), ...problemsOf(counts)];
      },
      summary: () => `${campaigns} changes; ${receiver.summary()}`,
      close: () => receiver.close(),
    };
  },
};
