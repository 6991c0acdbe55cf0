// biome-ignore lint/suspicious/noExplicitAny: each caller reads any field of the data
export type Data = any;

export const CAMPAIGN = {
  name: 'Story of the week',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};

/** Sends a request of the API. @returns its data @throws Error with the response, unless it succeeds */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Data> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const json = (await response.json()) as { data: unknown };
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
  return json.data;
}

export async function post(url: string, path: string, body: object, token?: string): Promise<Data> {
  return call(url, 'POST', path, body, token);
}

/** Registers a person, by default a customer. */
export async function register(url: string, email: string, more: object = {}): Promise<Data> {
  const person = { action: 'register', email, password: 'correct horse battery', name: email.split('@')[0] };
  return post(url, '/auth', { ...person, ...more });
}
