import type { ComponentChildren } from 'preact';
import { setQuery } from '../data/router.ts';
import { Button } from './button.tsx';

export interface Column<T> {
  head: string;
  cell: (item: T) => ComponentChildren;
  /** Figures stand at the right, in digits of one width. */
  isNumber?: boolean;
}

interface TableProps<T> {
  /** What the rows are, for those who do not see the heading above. */
  caption: string;
  items: T[];
  keyOf: (item: T) => string;
  /** The first column heads its row: put the link to the record there. */
  columns: Column<T>[];
}

/** Rows on a wide screen, cards on a phone: there each cell carries its heading with it. */
export function Table<T>({ caption, items, keyOf, columns }: TableProps<T>) {
  const [first, ...rest] = columns;
  return (
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, isNumber }) => (
            <th key={head} scope="col" class={isNumber ? 'number' : ''}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(item => (
          <tr key={keyOf(item)}>
            <th scope="row">{first?.cell(item)}</th>
            {rest.map(({ head, cell, isNumber }) => (
              <td key={head} data-head={head} class={isNumber ? 'number' : ''}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface Pages {
  page: number;
  totalPages: number;
  total: number;
}

/** Steps through a list by `?page=` of the address; nothing where one page holds it all. */
export function Paging({ page, totalPages, total }: Pages) {
  if (totalPages <= 1) return null;
  return (
    <nav class="paging" aria-label="Pages">
      <Button isSmall isDisabled={page <= 1} onClick={() => setQuery({ page: page - 1 })}>
        Back
      </Button>
      <span>
        Page {page} of {totalPages} · {total} in all
      </span>
      <Button isSmall isDisabled={page >= totalPages} onClick={() => setQuery({ page: page + 1 })}>
        Next
      </Button>
    </nav>
  );
}
