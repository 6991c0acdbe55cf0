import { afterEach, describe, expect, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { formatMetrics } from '../../src/system/exposition.ts';
import { Traffic } from '../../src/system/traffic.ts';
import { createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
afterEach(() => ctx?.close());

const TOKEN = 'a token for the scraper';

async function scrape(
  token?: string,
  method = 'GET',
): Promise<{ status: number; headers: Headers; text: string }> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await ctx.send(new Request('http://localhost/metrics', { method, headers }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function readMetric(text: string, name: string): number {
  const line = text.split('\n').find(candidate => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}

describe('GET /metrics', () => {
  test('returns 404 for every method unless METRICS_TOKEN is set', async () => {
    ctx = await createTestApp();
    for (const method of ['GET', 'POST']) {
      const { status, text } = await scrape(TOKEN, method);
      expect([status, JSON.parse(text).error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('accepts only the metrics token', async () => {
    ctx = await createTestApp({ METRICS_TOKEN: TOKEN });
    const { token } = await createCustomer(ctx);
    for (const wrong of [undefined, 'wrong', `${TOKEN}x`, token]) {
      const { status, headers } = await scrape(wrong);
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    expect((await scrape(TOKEN)).status).toBe(200);
  });

  test('counts requests by route and status, never by values that a client invents', async () => {
    ctx = await createTestApp({ METRICS_TOKEN: TOKEN });
    await ctx.call('GET', '/campaigns');
    await ctx.call('GET', '/pricing');
    await ctx.call('GET', '/pricing');
    await ctx.send(new Request('http://localhost/api/v1/nothing/here'));
    await ctx.send(new Request('http://localhost/api/v1/campaigns/cmp_x', { method: 'BREW' }));
    const { text, headers } = await scrape(TOKEN);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const total = 'perkmint_http_requests_total';
    expect(text).toContain(`${total}{method="GET",route="/api/v1/campaigns",status="401"} 1\n`);
    expect(text).toContain(`${total}{method="GET",route="/api/v1/pricing",status="200"} 2\n`);
    expect(text).toContain(`${total}{method="GET",route="unmatched",status="404"} 1\n`);
    expect(text).not.toContain('BREW');
    expect(text).not.toContain('/nothing/here');
  });

  test('reports the writer, the database, the webhook backlog and the process', async () => {
    ctx = await createTestApp({ METRICS_TOKEN: TOKEN });
    await ctx.app.services.database.cluster.join();
    const before = readMetric((await scrape(TOKEN)).text, 'perkmint_write_transactions_total');
    await createCustomer(ctx);
    const { text } = await scrape(TOKEN);
    expect(readMetric(text, 'perkmint_write_transactions_total')).toBeGreaterThan(before);
    expect(readMetric(text, 'perkmint_write_commits_total')).toBeGreaterThan(0);
    expect(readMetric(text, 'perkmint_cluster_nodes')).toBe(1);
    expect(readMetric(text, 'perkmint_cluster_is_leader')).toBe(1);
    expect(readMetric(text, 'perkmint_write_queue_transactions')).toBe(0);
    expect(readMetric(text, 'perkmint_webhook_deliveries_pending')).toBe(0);
    expect(readMetric(text, 'perkmint_database_size_bytes')).toBeGreaterThan(100_000);
    expect(readMetric(text, 'perkmint_event_loop_lag_max_seconds')).toBeGreaterThanOrEqual(0);
    expect(readMetric(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(text).toMatch(/^perkmint_build_info\{version="\d+\.\d+\.\d+",commit="source"\} 1$/m);
  });

  test('counts rate-limited requests by tier', async () => {
    ctx = await createTestApp({ METRICS_TOKEN: TOKEN, RATE_LIMIT: 'on' });
    for (let i = 0; i < TIER_LIMITS.strict + 2; i++)
      await ctx.call('POST', '/auth', { action: 'login', email: 'a@x.example', password: 'x' });
    const { text } = await scrape(TOKEN);
    expect(readMetric(text, 'perkmint_http_rate_limited_total{tier="strict"}')).toBe(2);
  });
});

describe('request duration histogram', () => {
  test('counts each response in the bucket of its duration and all larger ones', () => {
    const traffic = new Traffic();
    const labels = { method: 'GET', route: '/r', tier: 'public', status: 200 };
    for (const seconds of [0.001, 0.002, 0.3, 60]) traffic.observe({ ...labels, seconds });
    const text = formatMetrics(traffic.metrics());
    const bucket = (le: string) =>
      readMetric(text, `perkmint_http_request_duration_seconds_bucket{method="GET",route="/r",le="${le}"}`);
    expect([
      bucket('0.001'),
      bucket('0.0025'),
      bucket('0.25'),
      bucket('0.5'),
      bucket('10'),
      bucket('+Inf'),
    ]).toEqual([1, 2, 2, 3, 3, 4]);
    expect(text).toContain('perkmint_http_request_duration_seconds_count{method="GET",route="/r"} 4\n');
    expect(text).toContain('perkmint_http_request_duration_seconds_sum{method="GET",route="/r"} 60.303\n');
  });

  test('escapes label values and omits empty metrics', () => {
    const samples = [{ labels: { a: 'x"y\\z\n' }, value: 1 }];
    expect(formatMetrics([{ name: 'n', type: 'gauge', help: 'h', samples }])).toBe(
      '# HELP n h\n# TYPE n gauge\nn{a="x\\"y\\\\z\\n"} 1\n',
    );
    expect(formatMetrics([{ name: 'n', type: 'gauge', help: 'h', samples: [] }])).toBe('');
  });
});
