import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { Agent } from '../../apps/agent.ts';
import { OWNER } from './server.ts';
import type { Scene } from './support.ts';

const PHONE_WIDTH = 360;

/** Apps that connect by the URL of the MCP server, with a person in the browser. */
export const appScenes: Scene[] = [
  [
    'apps: an owner connects an agent by its URL, and disconnects it',
    async ({ server, openStage, afterwards }) => {
      const { page, go, capture, expectError } = await openStage({ width: PHONE_WIDTH });
      const back = Promise.withResolvers<URL>();
      const receiver = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: ({ url }) => {
          if (url.includes('code=')) back.resolve(new URL(url));
          return new Response(
            '<!doctype html><html lang="en"><title>Agent</title><p>You can close this page.',
            {
              headers: { 'Content-Type': 'text/html' },
            },
          );
        },
      });
      afterwards(() => receiver.stop(true));
      const agent = new Agent(`http://127.0.0.1:${receiver.port}/callback`);
      const connect = () =>
        new StreamableHTTPClientTransport(new URL(`${server.url}/api/v1/mcp`), { authProvider: agent });
      const first = connect();
      const refusal = await new Client({ name: 'agent', version: '1.0.0' })
        .connect(first)
        .catch(error => error);
      if (!(refusal instanceof UnauthorizedError)) throw new Error(`Connected without access: ${refusal}`);

      expectError(new RegExp(`another origin: ${agent.redirectUrl}`));
      await page.goto(String(agent.authorizationUrl));
      await page.getByRole('link', { name: 'Log in' }).click();
      await page.getByLabel('Email').fill(OWNER);
      const byPassword = page.getByRole('button', { name: 'Log in with a password' });
      const password = page.getByLabel('Password', { exact: true });
      await byPassword.or(password).first().waitFor();
      if (!(await password.isVisible())) await byPassword.click();
      await password.fill('correct horse battery');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('heading', { name: 'Connect Agent' }).waitFor();
      await capture('connect-app');
      await page.getByLabel('Write').uncheck();
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await first.finishAuth((await back.promise).searchParams);

      const client = new Client({ name: 'agent', version: '1.0.0' });
      await client.connect(connect());
      const names = (await client.listTools()).tools.map(({ name }) => name);
      if (!names.includes('review_submission') || names.includes('create_campaign'))
        throw new Error(`The agent has the tools ${names.join(', ')}`);

      await go('/dashboard/account');
      await page.getByRole('button', { name: 'Disconnect: Agent' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('Agent disconnected').waitFor();
      const after = await client.callTool({ name: 'get_business', arguments: {} }).catch(error => error);
      if (!(after instanceof UnauthorizedError)) throw new Error(`The agent still has access: ${after}`);

      await page.goto(`${server.url}/oauth/authorize?client_id=unknown`);
      expectError(/400/);
      await page.getByText('the app must register again').waitFor();
    },
  ],
];
