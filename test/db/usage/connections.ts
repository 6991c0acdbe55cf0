import type { BusinessFixture } from '../../support/accounts.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Connects an account with each method, then disconnects it. */
export async function useConnections(ctx: TestApp, { token: as }: BusinessFixture): Promise<void> {
  const call = (method: string, path: string, body?: object) => ctx.call(method, path, body, { as });
  for (const method of ['bioCode', 'bioCode', 'oauth']) {
    const { data } = await call('POST', '/oauth/connect', { platform: 'mock', method, handle: 'cup' });
    const query = data.authorizationUrl ? new URL(data.authorizationUrl).search : '';
    await call('GET', `/oauth/mock${query}`);
  }
  await call('DELETE', '/oauth/mock');
}
