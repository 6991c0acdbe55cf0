import { isDeepStrictEqual } from 'node:util';

/** Fields whose values differ between two programs: IDs and times. */
const OWN = /^(id|slug|.*Id|.*At)$/;

/**
 * Both programs must send the same, or their ratio is meaningless.
 * @param hasOwnIds whether each created the record itself, so that IDs and times may differ
 * @throws Error that names the first field that differs
 */
export function assertSame(raw: unknown, ours: unknown, hasOwnIds = false, path = ''): void {
  if (isRecord(raw) && isRecord(ours)) {
    for (const key of new Set([...Object.keys(raw), ...Object.keys(ours)])) {
      const isOwn = hasOwnIds && OWN.test(key) && typeof raw[key] === typeof ours[key];
      if (!isOwn) assertSame(raw[key], ours[key], hasOwnIds, `${path}/${key}`);
    }
  } else if (!isDeepStrictEqual(raw, ours))
    throw new Error(`${path}: raw sends ${JSON.stringify(raw)}, ours ${JSON.stringify(ours)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Sends a request as `http` builds it, and returns the JSON of the response. */
export async function send(port: number, request: string): Promise<unknown> {
  const [head = '', body] = request.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const [method, path] = first.split(' ');
  const headers = lines.map(line => line.split(': ', 2) as [string, string]);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    body: body || undefined,
  });
  return await response.json();
}
