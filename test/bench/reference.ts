import { createFixture } from './fixture.ts';
import { compare, http, startServer, table } from './harness.ts';

const PATHS = [
  '/api/v1/actions',
  '/api/v1/actions?platform=instagram&perPage=20',
  '/api/v1/benchmarks',
  '/api/v1/pricing',
  '/api/v1/legal',
];
const GOALS = { ours: '0.75', 'ours: 304': '0.70' };

/** Reference data against a server that returns the same bytes with the same headers, and as 304. */
export async function reference(): Promise<void> {
  const fixture = await createFixture('reference', () => {});
  const ours = await startServer('ours.ts', { env: fixture.env });
  for (const path of PATHS) {
    const response = await fetch(`http://127.0.0.1:${ours.port}${path}`);
    const body = await response.text();
    const etag = response.headers.get('etag') ?? '';
    const raw = await startServer('raw.ts', { kind: 'static', body, etag });
    const known = { 'If-None-Match': etag };
    const size = `${path.slice(7)}, ${body.length.toLocaleString('en')} bytes`;
    const whole = [
      { name: 'raw: same bytes, same headers', server: raw, requests: [http('GET', path)] },
      { name: 'ours', server: ours, requests: [http('GET', path)] },
    ];
    const unchanged = [
      { name: 'raw: 304', server: raw, requests: [http('GET', path, known)], status: 304 },
      { name: 'ours: 304', server: ours, requests: [http('GET', path, known)], status: 304 },
    ];
    table(`GET ${size}`, await compare(whole), GOALS);
    table(`GET ${path.slice(7)} unchanged`, await compare(unchanged), GOALS);
    await raw.stop();
  }
  await ours.stop();
  fixture.remove();
}
