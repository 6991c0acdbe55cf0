import type { OperationCall } from '../../../src/describe/operation-calls.ts';
import type { WireRequest } from './process.ts';
import { prefixOf } from './reads.ts';

const ID = /\b[a-z]{3}_[0-9a-z]{26}\b/g;
/** One in this many picks uses a record that the sequence created instead of a seeded one. */
const OWN_SHARE = 3;

/** The records that requests can use: the seeded ones, and those that the sequence has created. */
export class RecordPool {
  readonly #made = new Map<string, string[]>();

  constructor(private readonly records: Record<string, string>) {}

  /** Picks a record for a path parameter. */
  idFor({ method, path }: OperationCall, apiName: string, pick: number): string {
    const collection = path.split(`/{${apiName}}`)[0]?.split('/').at(-1) ?? '';
    const known = this.records[`${method} ${collection}`] ?? this.records[collection] ?? 'none';
    return this.#another(known, pick) ?? known;
  }

  /** Builds the request, sometimes with records that the sequence has created. */
  renamed(request: WireRequest, pick: number): WireRequest {
    const { body } = request;
    if (typeof body !== 'string') return request;
    return { ...request, body: body.replaceAll(ID, id => this.#another(id, pick) ?? id) };
  }

  /** @returns the IDs in a request and its response */
  learn({ path, body }: WireRequest, response: unknown): ReadonlySet<string> {
    const received = new Set(JSON.stringify(response ?? null).match(ID) ?? []);
    for (const id of received) {
      const prefix = prefixOf(id);
      const made = this.#made.get(prefix) ?? [];
      if (!made.includes(id)) this.#made.set(prefix, [...made, id]);
    }
    const sent = `${path} ${typeof body === 'string' ? body : ''}`.match(ID) ?? [];
    return new Set([...received, ...sent]);
  }

  #another(id: string, pick: number): string | undefined {
    if (pick % OWN_SHARE !== 0) return undefined;
    const made = this.#made.get(prefixOf(id)) ?? [];
    return made[pick % made.length];
  }
}
