import type { Contract } from '../../support/contract.ts';
import type { FuzzServer } from './process.ts';
import { CALLERS, type Caller } from './protocol.ts';
import { type Address, addressed, ReadCatalog } from './reads.ts';

/**
 * Holds that everything which can be read stays readable, whatever was written.
 *
 * An answer is made from rows of the database, so it can only change when a table changes that it was made from.
 * The server tells which tables each answer was made from and which tables each request wrote, both from SQLite's
 * own programs, triggers included; an answer whose tables were not written since it was last checked needs no
 * second look. That assumes that answers depend on nothing but the database: a full sweep does not.
 *
 * - `look`, after each request that wrote: all pages of every list, the records of the scene and the records whose
 *   ids the request or its answer names, as the caller and as an admin, must answer 200 and match their schemas.
 * - `sweep`, at the end of each sequence: the same for every caller and for every record that any list shows; such
 *   a record must answer 200 to whoever is shown it. `isFull` asks for everything again, changed or not.
 *
 * What a request takes away on purpose may be gone: a record may become 404 or 403 once no list shows it, and the
 * credential of the caller may end. A list that could be read may answer nothing but 200.
 */

interface Read extends Address {
  caller: Caller;
  key: string;
  /** It answered 200 before. */
  isReadable: boolean;
  /** A table that it was made from has been written since. */
  isStale: boolean;
  /** Looked at after each request, and not only by sweeps. */
  isPrompt: boolean;
  /** Of the last answer that was found good. */
  hash: number | bigint | undefined;
}

/** A read that is not as it must be. */
export interface Broken {
  /** As which caller, and where: asks for the same again. */
  key: string;
  operation: string;
  problem: string;
}

/** What looking back found. */
export interface Found {
  broken: Broken[];
  /** Callers whose credential is no longer good. */
  ended: Caller[];
}

const NO_TABLES: ReadonlySet<string> = new Set();
const UNAUTHENTICATED = 401;
/** Asked at once, so that no answer of the control address grows without bound. */
const BATCH = 50;

export class LookBack {
  readonly #catalog: ReadCatalog;
  #reads = new Map<string, Read>();
  #baseline: Map<string, Read> | undefined;
  /** By operation: an answer that comes from a cache for one caller was made for another. */
  readonly #tables = new Map<string, ReadonlySet<string>>();
  /** Reads that were made, for the report. */
  count = 0;

  constructor(
    private readonly server: FuzzServer,
    private readonly contract: Contract,
  ) {
    this.#catalog = new ReadCatalog(contract.document, server.ready.records);
  }

  /** Forgets what was read since the installation was fresh; reads everything the first time. */
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

  /** Call after each request that wrote something, before anything else is read. */
  written(tables: ReadonlySet<string>): void {
    const touched = new Set(
      [...this.#tables].filter(([, made]) => intersect(made, tables)).map(([operation]) => operation),
    );
    for (const read of this.#reads.values()) read.isStale ||= touched.has(read.call.id);
  }

  /** @param ids of the records that the request or its answer names */
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

  /** Asks for the same as earlier reads did. */
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
    /** Records that a list shows in this very look: these must be there. */
    const shown = new Set<string>();
    for (let rest = [...wanted].sort(listsFirst); rest.length > 0; ) {
      const batch = rest.slice(0, BATCH);
      const more = await this.#readBatch(batch, withRecords, shown, found);
      rest = [...rest.slice(BATCH), ...more];
    }
    return found;
  }

  /** @returns what the answers lead to */
  async #readBatch(batch: Read[], withRecords: boolean, shown: Set<string>, found: Found): Promise<Read[]> {
    const answers = await this.server.read(
      batch.map(read => ({ path: addressed(read), headers: this.server.credentialOf(read.caller) })),
    );
    const more: Read[] = [];
    for (const [n, read] of batch.entries()) {
      const answer = answers[n]!;
      this.count++;
      this.#tables.set(read.call.id, union(this.#tables.get(read.call.id) ?? NO_TABLES, answer.tables.reads));
      read.isStale = false;
      if (answer.status === UNAUTHENTICATED && read.isReadable) {
        if (!found.ended.includes(read.caller)) found.ended.push(read.caller);
        continue;
      }
      const problem = this.#problemOf(read, answer, shown.has(read.key));
      if (problem) found.broken.push({ key: read.key, operation: read.call.id, problem });
      if (answer.status !== 200) continue;
      read.isReadable = true;
      const { pages, items, below } = this.#catalog.beyond(read, answer.body());
      for (const page of pages) more.push(...this.#fresh(this.#add(read.caller, page, read.isPrompt)));
      if (!withRecords) continue;
      for (const address of items) shown.add(this.#add(read.caller, address, false).key);
      for (const address of [...items, ...below])
        more.push(...this.#fresh(this.#add(read.caller, address, false)));
    }
    return more;
  }

  /** Only what has not been read since it changed. */
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

/** What a list shows must be there: so it is known before a record is asked for. */
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
