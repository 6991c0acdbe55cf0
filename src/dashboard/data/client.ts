/** Options of a request, a subset of Eden's. */
interface RequestOptions {
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Further options of fetch, such as the signal that aborts it. */
  fetch?: RequestInit;
}

/** How requests are sent. */
interface Transport {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Encodes a body. */
  toJson(body: unknown): string;
}

/** The property of an endpoint that has its path and method. */
const PATH = Symbol('path');

/** Returns the path and method of an endpoint such as `api.campaigns.get`. */
export function getPath(endpoint: unknown): string {
  return (endpoint as { [PATH]: string })[PATH];
}

const READS = ['get', 'head'];
const METHODS = [...READS, 'post', 'put', 'patch', 'delete'];

/**
 * Calls the API the way Eden's treaty does, whose types it is given: `client.campaigns({ id }).get({ query })`. Eden itself
 * also reads streams, forms and dates, which would cost 2.5 kB of each page's first load.
 */
export function createClient(transport: Transport, path: string): unknown {
  return new Proxy(() => {}, {
    get: (_, name) => (name === PATH ? path : createClient(transport, `${path}/${String(name)}`)),
    apply: (_, __, [first, second]: [unknown, RequestOptions | undefined]) => {
      const at = path.lastIndexOf('/');
      const method = path.slice(at + 1);
      if (METHODS.includes(method)) {
        const isRead = READS.includes(method);
        const options = (isRead ? first : second) as RequestOptions | undefined;
        return request(transport, method, path.slice(0, at), isRead ? undefined : first, options);
      }
      const [id] = Object.values(first as Record<string, string>);
      return createClient(transport, `${path}/${encodeURIComponent(String(id))}`);
    },
  });
}

/** Sends a request; the error of an error response is its body. @throws what the transport throws */
async function request(
  transport: Transport,
  method: string,
  path: string,
  body: unknown,
  { query = {}, headers = {}, fetch = {} }: RequestOptions = {},
) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  const response = await transport.fetch(search.size > 0 ? `${path}?${search}` : path, {
    ...fetch,
    method: method.toUpperCase(),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: transport.toJson(body) }),
  });
  const value: unknown = await response.json().catch(() => null);
  return response.ok && value !== null
    ? { data: value, error: null, response }
    : { data: null, error: { status: response.status, value }, response };
}
