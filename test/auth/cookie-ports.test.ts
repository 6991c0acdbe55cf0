import { expect, test } from 'bun:test';
import { PAGE_HEADER } from '../../src/http/cookie.ts';
import { createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp } from '../support/test-app.ts';

const EMAIL = 'owner@blue-cup.example';
const LOGIN = { action: 'login', email: EMAIL, password: PASSWORD };
const OURS = { [PAGE_HEADER]: '1' };

test('installations on two ports of a host keep their logins, and those of before', async () => {
  const [ctx, other] = [await createTestApp(), await createTestApp()];
  for (const each of [ctx, other]) await createBusiness(each);
  const jar = new Map<string, string>();
  const visit = async (
    at: { send: (request: Request) => Promise<Response> },
    host: string,
    login?: object,
  ) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await at.send(
      new Request(`http://${host}/session`, {
        method: login ? 'POST' : 'GET',
        headers: { ...OURS, host, cookie, 'content-type': 'application/json' },
        ...(login && { body: JSON.stringify(login) }),
      }),
    );
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      jar.set(name, value);
    }
    return (await response.json()).data?.user.email;
  };
  await visit(ctx, 'localhost', LOGIN);
  await visit(other, 'localhost:3001', LOGIN);
  expect([...jar.keys()]).toEqual(['perkmint_session', 'perkmint_session_3001']);
  expect([await visit(ctx, 'localhost'), await visit(other, 'localhost:3001')]).toEqual([EMAIL, EMAIL]);
  // A login of before has the name without the port.
  expect(await visit(ctx, 'localhost:3000')).toBe(EMAIL);
  // It is replaced, so that it can't come back after a logout.
  const former = jar.get('perkmint_session');
  expect([jar.get('perkmint_session_3000'), former]).toEqual([expect.stringMatching(/./), '']);
  jar.set('perkmint_session', 'of another installation');
  await visit(ctx, 'localhost:3000', LOGIN);
  expect(jar.get('perkmint_session')).toBe('of another installation');
  for (const each of [ctx, other]) await each.close();
});
