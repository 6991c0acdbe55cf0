import type { OpenApiDocument } from '../../../src/describe/openapi/document.ts';
import {
  isStreaming,
  listOperationCalls,
  type OperationCall,
} from '../../../src/describe/operation-calls.ts';

const PARAMETER = /\{(\w+)\}/;
/** The largest page size. */
const PER_PAGE = 100;

/** The reads that a list leads to. */
export interface Beyond {
  /** The next page. */
  pages: Address[];
  /** The items, if an operation reads a single one. */
  items: Address[];
  /** Reads below an item. */
  below: Address[];
}

/** A read operation with all path parameters filled in. */
export interface Address {
  call: OperationCall;
  /** Without the query. */
  path: string;
  /** The page of a list; otherwise 1. */
  page: number;
  /** The last ID in the path; undefined without a record. */
  id: string | undefined;
}

/** The read operations of the OpenAPI document. */
export class ReadCatalog {
  readonly #calls: OperationCall[];

  /** @param records one record of each collection, by the path segment in front of its ID */
  constructor(
    document: OpenApiDocument,
    private readonly records: Record<string, string>,
  ) {
    this.#calls = listOperationCalls(document).filter(call => call.method === 'GET' && !isStreaming(call));
  }

  /** Lists the reads that need no list: paths without parameters, and the given records. */
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

  /** Lists the reads of the record with this ID. */
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

  /** Fills the remaining parameters with the given records; returns nothing if one is missing. */
  #fill(call: OperationCall, path: string, id: string | undefined): Address[] {
    const name = PARAMETER.exec(path)?.[1];
    if (name === undefined) return [{ call, path, page: 1, id }];
    const record = this.records[collectionOf(path) ?? ''];
    return record ? this.#fill(call, path.replace(PARAMETER, encodeURIComponent(record)), record) : [];
  }
}

/** Builds the path and query; lists with the largest page size. */
export function addressed({ call, path, page }: Address): string {
  const hasPages = call.inputs.some(({ place, name }) => place === 'query' && name === 'perPage');
  return hasPages ? `${path}?page=${page}&perPage=${PER_PAGE}` : path;
}

/** Returns the path segment in front of the first parameter. */
function collectionOf(path: string): string | undefined {
  const at = path.search(PARAMETER);
  return at < 0
    ? undefined
    : path
        .slice(0, at - 1)
        .split('/')
        .at(-1);
}

/** Returns the prefix of an ID, which determines the kind of record. */
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
