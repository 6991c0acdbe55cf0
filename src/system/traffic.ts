import type { Metric, Sample } from './exposition.ts';

/** Histogram buckets in seconds: from a cached response to one that waited for a password hash or a full queue. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Known methods; arbitrary methods must not become labels, because each label value creates a permanent series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A completed request as the pipeline reports it. */
export interface CompletedRequest {
  method: string;
  /** The route's path pattern; null if no route matched. */
  route: string | null;
  tier: string | null;
  status: number;
  seconds: number;
}

interface Series {
  method: string;
  route: string;
  /** Requests per bucket, by the same index; the last bucket has no upper bound. */
  counts: number[];
  sumSeconds: number;
  byStatus: Map<number, number>;
}

/** Counts completed requests. Bounded to one series per route and known method. */
export class Traffic {
  readonly #series = new Map<string, Series>();
  readonly #limited = new Map<string, number>();

  observe({ method: given, route: template, tier, status, seconds }: CompletedRequest): void {
    const method = METHODS.has(given) ? given : 'OTHER';
    const route = template ?? 'unmatched';
    const key = `${method} ${route}`;
    let series = this.#series.get(key);
    if (!series) {
      const counts = new Array<number>(BOUNDS.length + 1).fill(0);
      series = { method, route, counts, sumSeconds: 0, byStatus: new Map() };
      this.#series.set(key, series);
    }
    const place = BOUNDS.findIndex(bound => seconds <= bound);
    series.counts[place === -1 ? BOUNDS.length : place]!++;
    series.sumSeconds += seconds;
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
    if (status === 429) this.#limited.set(tier ?? 'none', (this.#limited.get(tier ?? 'none') ?? 0) + 1);
  }

  metrics(): Metric[] {
    const all = [...this.#series.values()];
    return [
      {
        name: 'perkmint_http_requests_total',
        type: 'counter',
        help: 'Requests handled.',
        samples: all.flatMap(({ method, route, byStatus }) =>
          [...byStatus].map(([status, value]) => ({
            labels: { method, route, status: String(status) },
            value,
          })),
        ),
      },
      {
        name: 'perkmint_http_request_duration_seconds',
        type: 'histogram',
        help: 'Request duration.',
        samples: all.flatMap(toHistogram),
      },
      {
        name: 'perkmint_http_rate_limited_total',
        type: 'counter',
        help: 'Requests rejected by rate limits.',
        samples: [...this.#limited].map(([tier, value]) => ({ labels: { tier }, value })),
      },
    ];
  }
}

function toHistogram({ method, route, counts, sumSeconds }: Series): Sample[] {
  let total = 0;
  const buckets = counts.map((count, place) => {
    total += count;
    const le = place < BOUNDS.length ? String(BOUNDS[place]) : '+Inf';
    return { suffix: '_bucket', labels: { method, route, le }, value: total };
  });
  const labels = { method, route };
  return [
    ...buckets,
    { suffix: '_sum', labels, value: sumSeconds },
    { suffix: '_count', labels, value: total },
  ];
}
