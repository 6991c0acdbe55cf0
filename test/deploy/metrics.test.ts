import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DEPLOY_FOLDER } from '../../cli/guide-files.ts';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';

/** Compares the alerts and the dashboard with the metrics of a server. */

const FOLDER = new URL(`../../${DEPLOY_FOLDER}/`, import.meta.url).pathname;
const TOKEN = 'a token for the scraper';
/** Settings of backups that leave the machine and of the certificate, whose metrics are missing without them. */
const FEATURES = {
  BACKUP_URL: 'file:///mnt/disk',
  BACKUP_KEY: `age1${'q'.repeat(58)}`,
  DOMAINS: 'perks.example',
};
/** Prometheus adds them to each sample. */
const TARGET_LABELS = ['job', 'instance'];
/** Prometheus records it for each scrape. */
const SCRAPE_METRIC = 'up';
/** The paths of probes, whose status is no error of the server. */
const PROBES = ['/health', '/ready'];

interface Expression {
  where: string;
  expr: string;
  /** The labels that the texts of the alert or the panel name. */
  shown: string[];
}

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { refId: string; expr: string; legendFormat: string }[];
}

interface Dashboard {
  templating: { list: { name: string }[] };
  panels: Panel[];
}

const { groups } = Bun.YAML.parse(await Bun.file(`${FOLDER}prometheus/alerts.yaml`).text()) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap(group => group.rules);
const dashboard = (await Bun.file(`${FOLDER}grafana/perkmint.json`).json()) as Dashboard;
const dashboardText = JSON.stringify(dashboard);

const expressions: Expression[] = [
  ...rules.map(({ alert, expr, annotations }) => ({
    where: alert,
    expr,
    shown: [
      ...Object.values(annotations)
        .join(' ')
        .matchAll(/\$labels\.(\w+)/g),
    ].map(([, name = '']) => name),
  })),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({
      where: title,
      expr,
      shown: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name),
    })),
  ),
];

interface Selector {
  metric: string;
  labels: string[];
}

/** Lists the selectors of an expression, such as `up{job="perkmint"}`. */
function listSelectors(expr: string): Selector[] {
  return [...expr.matchAll(/\b([a-z_]\w*)\{([^}]*)\}/g)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, name = '']) => name),
  }));
}

function listGrouping(expr: string): string[] {
  return [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
}

let ctx: TestApp;
/** The labels of each metric of a server, by its name in a selector. */
const exposed = new Map<string, Set<string>>([[SCRAPE_METRIC, new Set()]]);
const routes = new Set<string>();

beforeAll(async () => {
  // Only SQLite has a metric for its write-ahead log.
  ctx = await createTestApp({ ...ON_SQLITE, ...FEATURES, METRICS_TOKEN: TOKEN, RATE_LIMIT: 'on' });
  for (let i = 0; i < TIER_LIMITS.strict + 1; i++)
    await ctx.call('POST', '/auth', { action: 'login', email: 'a@x.example', password: 'x' });
  for (const path of PROBES) await ctx.call('GET', path);
  ctx.app.responseMismatches.count('getCampaign', 'data.name');
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await ctx.send(new Request('http://localhost/metrics', { headers }))).text();
  for (const [, name = '', pairs = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const labels = [...pairs.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    const route = /\broute="([^"]*)"/.exec(pairs)?.[1];
    if (route) routes.add(route);
    exposed.set(name, new Set([...(exposed.get(name) ?? []), ...labels]));
  }
});
afterAll(() => ctx.close());

test('the server has metrics to compare with', () => {
  expect(exposed.size).toBeGreaterThan(20);
  expect(rules.length).toBeGreaterThan(10);
  expect(dashboard.panels.length).toBeGreaterThan(10);
});

describe.each(expressions.map(each => [each.where, each] as const))('%s', (_, { expr, shown }) => {
  test('reads only metrics and labels that the server has', () => {
    const selectors = listSelectors(expr);
    expect(selectors.length).toBeGreaterThan(0);
    for (const { metric, labels } of selectors) {
      expect([...exposed.keys()]).toContain(metric);
      const known = [...exposed.get(metric)!, ...TARGET_LABELS];
      expect(labels.filter(label => !known.includes(label))).toEqual([]);
    }
    const known = [...selectors.flatMap(({ metric }) => [...exposed.get(metric)!]), ...TARGET_LABELS];
    expect([...listGrouping(expr), ...shown].filter(label => !known.includes(label))).toEqual([]);
  });

  test('selects the job, so that other programs do not count', () => {
    for (const { labels } of listSelectors(expr)) expect(labels).toContain('job');
    const names = expr.replaceAll(/\b\w+\{[^}]*\}/g, '').match(/\b(perkmint|process)_\w+/g);
    expect(names).toBeNull();
  });

  test('shows only labels that are left after grouping', () => {
    const isAggregated = /\b(sum|max|min|count|topk)\b/.test(expr);
    const left = listGrouping(expr);
    if (isAggregated) expect(shown.filter(label => !left.includes(label))).toEqual([]);
  });
});

describe('the alerts', () => {
  test('the alerts have unique names, a severity and a summary', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toStartWith('Perkmint');
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
    }
  });

  test('the share of errors leaves out the probes, and only them', () => {
    const excluded = expressions.flatMap(({ expr }) => [...expr.matchAll(/route!~"([^"]+)"/g)]);
    expect(excluded.length).toBeGreaterThan(0);
    for (const [, pattern = ''] of excluded) {
      const isExcluded = (route: string) => new RegExp(`^(?:${pattern})$`).test(route);
      expect([...routes].filter(isExcluded).sort()).toEqual(PROBES.map(path => `/api/v1${path}`));
      // The first test of a process may have read the description, too.
      expect([...routes].filter(route => !isExcluded(route))).toContain('/api/v1/auth');
    }
  });

  test('the scrape has the job of the alerts and the folder has their file', async () => {
    const scrape = Bun.YAML.parse(await Bun.file(`${FOLDER}prometheus/prometheus.yaml`).text()) as {
      rule_files: string[];
      scrape_configs: { job_name: string }[];
    };
    expect(scrape.scrape_configs.map(({ job_name }) => job_name)).toEqual(['perkmint']);
    for (const file of scrape.rule_files)
      expect(await Bun.file(`${FOLDER}prometheus/${file}`).exists()).toBe(true);
    const jobs = expressions.flatMap(({ expr }) => [...expr.matchAll(/job="(\w+)"/g)].map(([, job]) => job));
    expect(new Set(jobs)).toEqual(new Set(['perkmint']));
  });
});

describe('the dashboard', () => {
  test('uses only variables that it defines, or that Grafana has', () => {
    const variables = dashboard.templating.list.map(({ name }) => name);
    const used = [...dashboardText.matchAll(/\$\{?(\w+)\}?/g)].map(([, name = '']) => name);
    const known = [...variables, '__rate_interval', '__all'];
    expect(used.filter(name => !known.includes(name))).toEqual([]);
  });

  test('shows every metric of Perkmint', () => {
    const names = [...exposed.keys()].filter(name => name.startsWith('perkmint_'));
    // A panel shows the number of servers by their scrapes.
    const others = names.filter(name => !dashboardText.includes(`${name}{`));
    expect(others).toEqual(['perkmint_cluster_nodes']);
  });

  test('has panels with unique IDs that do not overlap', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (const { targets } of panels)
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  });
});
