import type { Contract } from '../../support/contract.ts';
import type { FuzzServer } from './process.ts';
import { CALLERS, type Caller } from './protocol.ts';
import { type Address, addressed, ReadCatalog } from './reads.ts';

/**
 * Checks that everything readable stays readable after every write.
 *
 * A response depends only on rows of the database, so it can change only if one of its tables changes. The server reports
 * which tables each response depends on and which tables each request wrote, both from SQLite's bytecode, including
 * triggers. A response is re-read only if its tables were written since the last check. A full sweep doesn't rely on this.
 *
 * - `look`, after each request that wrote: all pages of every list, the seeded records and the records in the request or
 *   its response must respond with 200, as the caller and as an admin, and match their schemas.
 * - `sweep`, at the end of each sequence: the same for every caller and for all listed records. `isFull` re-reads
 *   everything, changed or not.
 *
 * A request may remove access on purpose: a record may become 404 or 403 once no list contains it, and the caller's
 * credential may be revoked. A list that was readable must always respond with 200.
 */

interface Read extends Address {
  caller: Caller;
  key: string;
  /** Whether it has responded with 200 before. */
  isReadable: boolean;
  /** Whether one of its tables was written since. */
  isStale: boolean;
  /** Whether it is read after each request, not only by sweeps. */
  isPrompt: boolean;
  /** The hash of the last valid response. */
  hash: number | bigint | undefined;
}

/** A read with a problem. */
export interface Broken {
  /** The caller and path, to repeat the read. */
  key: string;
  operation: string;
  problem: string;
}

/** The result of re-reading. */
export interface Found {
  broken: Broken[];
  /** Callers whose credential is no longer valid. */
  ended: Caller[];
}

const NO_TABLES: ReadonlySet<string> = new Set();
const UNAUTHENTICATED = 401;
/** Reads per control request, so that its response stays small. */
const BATCH = 50;

export class LookBack {
  readonly #catalog: ReadCatalog;
  #reads = new Map<string, Read>();
  #baseline: Map<string, Read> | undefined;
  /** By operation: a cached response that one caller gets was built for another. */
  readonly #tables = new Map<string, ReadonlySet<string>>();
  /** Number of reads, for the report. */
  count = 0;

  constructor(
    private readonly server: FuzzServer,
    private readonly contract: Contract,
  ) {
    this.#catalog = new ReadCatalog(contract.document, server.ready.records);
  }

  /** Resets to the state of the fresh installation; reads everything the first time. */
  async restart(): Promise<Broken[]> {
    if (this.#baseline) {
      this.#reads = copied(this.#baseline);
      return [];
    }
    for (const caller of CALLERS)
      for (const address of this.#catalog.roots()) this.#add(caller, address, true);
    const { broken } = await this.sweep(true);
    this.#baseline = copied(this.#reads);
    return broken;
  }

  /** Must be called after each request that wrote, before other reads. */
  written(tables: ReadonlySet<string>): void {
    const touched = new Set(
      [...this.#tables].filter(([, made]) => intersect(made, tables)).map(([operation]) => operation),
    );
    for (const read of this.#reads.values()) read.isStale ||= touched.has(read.call.id);
  }

  /** @param ids IDs of records in the request or its response */
  look(caller: Caller, ids: ReadonlySet<string>): Promise<Found> {
    const callers = new Set<Caller>([caller, 'admin']);
    for (const by of callers)
      for (const id of ids) for (const address of this.#catalog.named(id)) this.#add(by, address, true);
    const wanted = [...this.#reads.values()].filter(
      read => callers.has(read.caller) && read.isPrompt && read.isStale,
    );
    return this.#read(wanted, false);
  }

  sweep(isFull: boolean): Promise<Found> {
    const wanted = [...this.#reads.values()].filter(read => isFull || read.isStale);
    return this.#read(wanted, true);
  }

  /** Repeats earlier reads. */
  async again(keys: readonly string[]): Promise<Broken[]> {
    const all = new Set(keys);
    const { broken } = await this.#read(
      [...this.#reads.values()].filter(({ key }) => all.has(key)),
      true,
    );
    return broken.filter(({ key }) => all.has(key));
  }

  async #read(wanted: Read[], withRecords: boolean): Promise<Found> {
    const found: Found = { broken: [], ended: [] };
    /** Records that a list contains in this check; they must exist. */
    const shown = new Set<string>();
    for (let rest = [...wanted].sort(listsFirst); rest.length > 0; ) {
      const batch = rest.slice(0, BATCH);
      const more = await this.#readBatch(batch, withRecords, shown, found);
      rest = [...rest.slice(BATCH), ...more];
    }
    return found;
  }

  /** @returns the reads that the responses lead to */
  async #readBatch(batch: Read[], withRecords: boolean, shown: Set<string>, found: Found): Promise<Read[]> {
    const responses = await this.server.read(
      batch.map(read => ({ path: addressed(read), headers: this.server.credentialOf(read.caller) })),
    );
    const more: Read[] = [];
    for (const [n, read] of batch.entries()) {
      const response = responses[n]!;
      this.count++;
      this.#tables.set(
        read.call.id,
        union(this.#tables.get(read.call.id) ?? NO_TABLES, response.tables.reads),
      );
      read.isStale = false;
      if (response.status === UNAUTHENTICATED && read.isReadable) {
        if (!found.ended.includes(read.caller)) found.ended.push(read.caller);
        continue;
      }
      const problem = this.#problemOf(read, response, shown.has(read.key));
      if (problem) found.broken.push({ key: read.key, operation: read.call.id, problem });
      if (response.status !== 200) continue;
      read.isReadable = true;
      const { pages, items, below } = this.#catalog.beyond(read, response.body());
      for (const page of pages) more.push(...this.#fresh(this.#add(read.caller, page, read.isPrompt)));
      if (!withRecords) continue;
      for (const address of items) shown.add(this.#add(read.caller, address, false).key);
      for (const address of [...items, ...below])
        more.push(...this.#fresh(this.#add(read.caller, address, false)));
    }
    return more;
  }

  /** Filters reads that have not been repeated since they changed. */
  #fresh(read: Read): Read[] {
    if (!read.isStale) return [];
    read.isStale = false;
    return [read];
  }

  #problemOf(
    read: Read,
    { status, headers, text, body }: Awaited<ReturnType<FuzzServer['read']>>[number],
    mustExist: boolean,
  ): string | undefined {
    const hash = Bun.hash(text);
    if (status === 200 && hash === read.hash) return undefined;
    const { method, path } = { method: 'GET', path: read.path };
    const problems = this.contract.findProblems({ method, path, status, headers, body: body() });
    if (status === 200 && problems.length === 0) read.hash = hash;
    if (problems.length > 0) return `${status} ${problems.join('; ')}`;
    if (status >= 500) return String(status);
    const mayBeGone = read.id !== undefined && !mustExist;
    return status !== 200 && (mustExist || (read.isReadable && !mayBeGone)) ? `is ${status} now` : undefined;
  }

  #add(caller: Caller, address: Address, isPrompt: boolean): Read {
    const key = `${caller} ${addressed(address)}`;
    const known = this.#reads.get(key);
    if (known) {
      known.isPrompt ||= isPrompt;
      return known;
    }
    const state = { isReadable: false, isStale: true, hash: undefined };
    const read: Read = { ...address, ...state, caller, key, isPrompt };
    this.#reads.set(key, read);
    return read;
  }
}

/** Sorts lists before records, because listed records must exist. */
function listsFirst(a: Read, b: Read): number {
  return Number(a.call.path.endsWith('}')) - Number(b.call.path.endsWith('}'));
}

function copied(reads: Map<string, Read>): Map<string, Read> {
  return new Map([...reads].map(([key, read]) => [key, { ...read }]));
}

function intersect(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const item of few) if (many.has(item)) return true;
  return false;
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return b.size === 0 ? a : new Set([...a, ...b]);
}
