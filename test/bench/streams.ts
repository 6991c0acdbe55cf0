import { CAMPAIGN, createFixture, post } from './fixture.ts';
import { compare, http, startServer, table, verdict } from './harness.ts';
import { sized } from './smoke.ts';

const STREAMS = sized(160, 2);
const BUSINESSES = sized(10, 1);
const GOAL = 0.9;

/** Changes of one business, one after another, while businesses that nothing happens to follow their events. */
export async function streams(): Promise<void> {
  const tokens: string[] = [];
  // The streams come from many addresses, because the number of streams per address is limited.
  const settings = { TRUSTED_PROXIES: '127.0.0.1' };
  const fixture = await createFixture('streams', async app => {
    for (let n = 0; n < BUSINESSES; n++) {
      const owner = {
        role: 'business',
        businessName: `Idle ${n}`,
        name: 'Owner',
        password: 'correct horse battery',
      };
      const { accessToken } = await post(app, '/auth', {
        action: 'register',
        email: `owner@idle-${n}.example`,
        ...owner,
      });
      tokens.push(accessToken);
    }
  });
  const copy = fixture.copy('streams-quiet');
  const quiet = await startServer('ours.ts', { env: { ...copy.env, ...settings } });
  const followed = await startServer('ours.ts', { env: { ...fixture.env, ...settings } });
  const end = new AbortController();
  for (let n = 0; n < STREAMS; n++) {
    const headers = { authorization: `Bearer ${tokens[n % BUSINESSES]}`, 'x-forwarded-for': `192.0.2.${n}` };
    const url = `http://127.0.0.1:${followed.port}/api/v1/events/stream`;
    const { status } = await fetch(url, { headers, signal: end.signal });
    if (status !== 200) throw new Error(`Stream ${n} returned ${status}`);
  }
  const headers = { Authorization: `Bearer ${fixture.token}` };
  const requests = [http('POST', '/api/v1/campaigns', headers, JSON.stringify(CAMPAIGN))];
  const outcomes = await compare(
    [
      { name: 'no streams', server: quiet, requests, status: 201 },
      { name: `${STREAMS} idle streams of others`, server: followed, requests, status: 201 },
    ],
    { clients: 1 },
  );
  table('POST /campaigns, 1 client', outcomes);
  verdict('of the rate without streams', outcomes[1]?.ratio ?? 0, GOAL);
  end.abort();
  await Promise.all([quiet.stop(), followed.stop()]);
  for (const { remove } of [fixture, copy]) remove();
}
