import type { Metric } from './exposition.ts';

/** Counts response fields that don't match their schema. The size is bounded by the number of schema fields. */
export class ResponseMismatches {
  readonly #counts = new Map<string, { operation: string; field: string; count: number }>();

  count(operation: string, field: string): void {
    const key = `${operation} ${field}`;
    const known = this.#counts.get(key);
    if (known) known.count++;
    else this.#counts.set(key, { operation, field, count: 1 });
  }

  /** The fields found so far, such as `listSubmissions data.items.*.proofUrl`. */
  get fields(): string[] {
    return [...this.#counts.keys()];
  }

  metric(): Metric {
    return {
      name: 'perkmint_response_mismatches_total',
      type: 'counter',
      help: "Response fields that didn't match their schema; the responses were sent.",
      samples: [...this.#counts.values()].map(({ operation, field, count }) => ({
        labels: { operation, field },
        value: count,
      })),
    };
  }
}
