import type { OpenApiDocument } from '../../../src/describe/openapi/document.ts';
import {
  isStreaming,
  listOperationCalls,
  type OperationCall,
} from '../../../src/describe/operation-calls.ts';

const PARAMETER = /\{(\w+)\}/;
/** What a list is running at once at most. */
const PER_PAGE = 100;

/** What a list leads to. */
export interface Beyond {
  /** Its next page. */
  pages: Address[];
  /** Its items, where an operation reads one of them. */
  items: Address[];
  /** Whatever else is read below one of its items. */
  below: Address[];
}

/** Something that can be read: an operation with every parameter of its path filled in. */
export interface Address {
  call: OperationCall;
  /** Without the query. */
  path: string;
  /** Of a list; 1 for everything else. */
  page: number;
  /** The last id in the path; undefined where the path names no record. */
  id: string | undefined;
}

/** The reads that a document describes, found by reading it. */
export class ReadCatalog {
  readonly #calls: OperationCall[];

  /** @param records one record of each collection, by the part of the path in front of its id */
  constructor(
    document: OpenApiDocument,
    private readonly records: Record<string, string>,
  ) {
    this.#calls = listOperationCalls(document).filter(call => call.method === 'GET' && !isStreaming(call));
  }

  /** Everything that can be read without knowing any list: plain addresses, and the records given. */
  roots(): Address[] {
    return this.#calls.flatMap(call => this.#fill(call, call.path, undefined));
  }

  beyond(list: Address, body: unknown): Beyond {
    const { items, pagination } = dataOf(body);
    if (!Array.isArray(items)) return { pages: [], items: [], below: [] };
    const hasMore = (pagination?.totalPages ?? 0) > list.page;
    const children = this.#calls.filter(({ path }) => path.startsWith(`${list.call.path}/{`));
    const reads = items.flatMap(item => children.flatMap(call => this.#ofItem(list, call, item)));
    const isItem = ({ call }: Address) => !call.path.slice(list.call.path.length + 1).includes('/');
    return {
      pages: hasMore ? [{ ...list, page: list.page + 1 }] : [],
      items: reads.filter(isItem),
      below: reads.filter(read => !isItem(read)),
    };
  }

  /** The record with this id, in every operation that reads one of its collection. */
  named(id: string): Address[] {
    const collections = Object.entries(this.records)
      .filter(([, known]) => prefixOf(known) === prefixOf(id))
      .map(([collection]) => collection);
    return this.#calls.flatMap(call => {
      const collection = collectionOf(call.path);
      if (collection === undefined || !collections.includes(collection)) return [];
      return this.#fill(call, call.path.replace(PARAMETER, encodeURIComponent(id)), id);
    });
  }

  #ofItem(list: Address, call: OperationCall, item: Record<string, unknown>): Address[] {
    const rest = call.path.slice(list.call.path.length);
    const name = PARAMETER.exec(rest)?.[1] ?? 'id';
    const id = item[name] ?? item.id;
    if (typeof id !== 'string') return [];
    return this.#fill(call, list.path + rest.replace(PARAMETER, encodeURIComponent(id)), id);
  }

  /** Fills what is left of the parameters with the records given; nothing where there is no such record. */
  #fill(call: OperationCall, path: string, id: string | undefined): Address[] {
    const name = PARAMETER.exec(path)?.[1];
    if (name === undefined) return [{ call, path, page: 1, id }];
    const record = this.records[collectionOf(path) ?? ''];
    return record ? this.#fill(call, path.replace(PARAMETER, encodeURIComponent(record)), record) : [];
  }
}

/** As it is asked for: lists in their largest pages. */
export function addressed({ call, path, page }: Address): string {
  const hasPages = call.inputs.some(({ place, name }) => place === 'query' && name === 'perPage');
  return hasPages ? `${path}?page=${page}&perPage=${PER_PAGE}` : path;
}

/** The part of a path in front of its first open parameter. */
function collectionOf(path: string): string | undefined {
  const at = path.search(PARAMETER);
  return at < 0
    ? undefined
    : path
        .slice(0, at - 1)
        .split('/')
        .at(-1);
}

/** Says which kind of record an id names. */
export function prefixOf(id: string): string {
  return id.includes('_') ? (id.split('_', 1)[0] as string) : id;
}

interface ListData {
  items?: Record<string, unknown>[];
  pagination?: { totalPages: number };
}

function dataOf(body: unknown): ListData {
  return ((body as { data?: ListData } | null)?.data ?? {}) as ListData;
}
