import { type BusinessFixture, createStaff } from '../support/accounts.ts';
import type { TestApp } from '../support/test-app.ts';

export const OURS = { 'x-perkmint-page': '1' };

/** A browser with its cookies. */
export interface Browser {
  cookies: Map<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the response and asserts on it
  send(method: string, path: string, body?: unknown): Promise<{ status: number; headers: Headers } & any>;
}

/** Creates a browser that sends requests of our pages and keeps cookies. */
export function openBrowser(ctx: TestApp, cookies = new Map<string, string>()): Browser {
  return {
    cookies,
    async send(method, path, body) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await ctx.send(
        new Request(`http://localhost${path}`, {
          method,
          headers: {
            ...OURS,
            ...(cookie ? { cookie } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        }),
      );
      for (const header of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return { status: response.status, headers: response.headers, ...(await response.json()) };
    },
  };
}

export const PIN = '4071';

/** Adds a user of a business with a PIN. @returns the user's ID and access token */
export async function createPerson(
  ctx: TestApp,
  owner: BusinessFixture,
  position = 'counter',
  pin = PIN,
): Promise<{ userId: string; token: string }> {
  const token = await createStaff(ctx, owner, position);
  await ctx.call('PUT', '/account/pin', { pin }, { as: token });
  const { data } = await ctx.call('GET', '/auth', undefined, { as: token });
  return { userId: data.user.id, token };
}

/** Signs a device of a business in, in a new browser. */
export async function signInDevice(
  ctx: TestApp,
  { token }: BusinessFixture,
  placeId: string,
): Promise<{ browser: Browser; deviceId: string }> {
  const body = JSON.stringify({ name: 'Front counter', placeId });
  const response = await ctx.send(
    new Request('http://localhost/api/v1/business/devices', {
      method: 'POST',
      headers: { ...OURS, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    }),
  );
  const [, name = '', value = ''] =
    /(perkmint_device)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  const { data } = (await response.json()) as { data: { id: string } };
  return { browser: openBrowser(ctx, new Map([[name, value]])), deviceId: data.id };
}
