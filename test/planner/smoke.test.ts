import { expect, test } from 'bun:test';
import { shop } from '/work/wt-8/test/support/people.ts';
import { world } from '/work/wt-8/test/support/world.ts';

test('smoke', async () => {
  const w = await world();
  const { token: as, businessId } = await shop(w);
  const show = (x: any) => console.log(JSON.stringify(x.body, null, 1));
  const g = await w.call(
    'POST',
    '/ai/generate',
    { businessId, industry: 'cafe', goals: ['more followers'] },
    { as },
  );
  show(g);
  const p = await w.call('POST', '/ai/campaign-agent', { businessId, budget: 300, goals: [] }, { as });
  show(p);
  show(await w.call('POST', '/ai/recommend', { businessId }, { as }));
  show(await w.call('POST', '/ai/quick-start', { industry: 'cafe', apply: true, budget: 300 }, { as }));
  for (const c of p.data.campaigns)
    expect((await w.call('POST', '/campaigns', c.campaign, { as })).status).toBe(201);
  await w.close();
});
