import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAMPAIGN, type Data, register } from '../calls.ts';
import { ServerProcess } from '../server-process.ts';

export interface Reply {
  status: number;
  retryAfter: string | null;
  data: Data;
  code: string | undefined;
}

interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The real server as a process on the data directory of the scenario, with the owner of a business. */
export interface FaultyServer {
  server: ServerProcess;
  call(method: string, path: string, body?: object, options?: CallOptions): Promise<Reply>;
  /** Creates a campaign of the business. */
  write(): Promise<Reply>;
}

export const freshFolder = () => mkdtempSync(join(tmpdir(), 'perkmint-fault-'));

/** @param wrapper a command prefix, such as a shell that lowers a limit first */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  wrapper: string[] = [],
): Promise<FaultyServer> {
  const server = new ServerProcess({ DATA_DIR: dataDir }, { settings, wrapper });
  await server.start();
  const business = { role: 'business', businessName: 'Shop' };
  const { accessToken } = await register(server.url, 'owner@shop.example', business);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
  const call: FaultyServer['call'] = async (method, path, body, { headers: more, signal } = {}) => {
    const request = { method, headers: { ...headers, ...more }, body: body && JSON.stringify(body) };
    const response = await fetch(`${server.url}${path}`, { ...request, ...(signal && { signal }) });
    const { data, error } = (await response.json()) as { data: unknown; error?: { code: string } };
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, data, code: error?.code };
  };
  return { server, call, write: () => call('POST', '/campaigns', CAMPAIGN) };
}
