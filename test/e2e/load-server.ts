import { join } from 'node:path';
import { addCampaigns, createFixture } from '../bench/fixture.ts';
import { findFreePort } from '../support/free-port.ts';

const MAIN = join(import.meta.dir, '../../cli/main.ts');
const CAMPAIGNS = 400;
/** Pins the server to the first core, if the system supports it, so that the load doesn't compete with it. */
const TASKSET = Bun.which('taskset');

/** The real server as a process, with a business with 400 campaigns. @param settings replace those of the fixture */
export async function startLoadServer(settings: Record<string, string> = { RATE_LIMIT: 'off' }) {
  const fixture = await createFixture('load', (app, businessId) =>
    addCampaigns(app, [businessId], CAMPAIGNS),
  );
  const port = findFreePort();
  const command = [process.execPath, MAIN, 'serve', '--port', String(port)];
  const child = Bun.spawn(TASKSET ? [TASKSET, '-c', '0', ...command] : command, {
    env: { ...process.env, ...fixture.env, ...settings, NODE_ENV: 'production' },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  while (!(await isUp(port))) await Bun.sleep(10);
  return {
    port,
    child,
    /** Builds a request of the business as bytes. */
    request: (method: string, path: string, body = '') =>
      [
        `${method} /api/v1${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        `Authorization: Bearer ${fixture.token}`,
        ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
        '',
        body,
      ].join('\r\n'),
    stop: async () => {
      child.kill('SIGKILL');
      await child.exited;
      fixture.remove();
    },
  };
}

function isUp(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
    response => response.ok,
    () => false,
  );
}
