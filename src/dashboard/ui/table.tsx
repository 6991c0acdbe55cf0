import type { ComponentChildren } from 'preact';
import type { Resource } from '../data/resource.ts';
import { setQuery } from '../data/router.ts';
import { shell as t } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';
import { Button } from './button.tsx';
import { Loaded } from './states.tsx';

export interface Column<T> {
  head: string;
  cell: (item: T) => ComponentChildren;
  /** Right-aligned, with tabular digits. */
  isNumber?: boolean;
  /** A narrow last column with an `<ActionMenu>`, whose heading is for screen readers only. */
  isMenu?: boolean;
  /** Buttons, which need no heading beside them on a phone. */
  hasButtons?: boolean;
  /** In a brief table on a phone: beside the name. */
  isAside?: boolean;
  /** Left out on a phone, in a brief table and in that of campaigns. */
  isWide?: boolean;
}

/** A cell without a value; compact tables leave it out on a phone. */
export const BLANK = '–';

function getCellClass(column: Omit<Column<never>, 'cell'>, value?: unknown): string {
  const { isMenu, hasButtons, isNumber, isAside, isWide } = column;
  const kind = isMenu
    ? 'menu-cell'
    : hasButtons
      ? 'button-cell'
      : isNumber
        ? 'number'
        : isAside
          ? 'is-aside'
          : '';
  return `${kind}${isWide ? ' is-wide' : ''}${value === BLANK ? ' is-blank' : ''}`;
}

interface TableProps<T> {
  /** Names the table for screen readers. */
  caption: string;
  items: T[];
  keyOf: (item: T) => string;
  /** The first column is the row header; put the link to the record there. */
  columns: Column<T>[];
  /** On a phone, the values of a row follow each other instead of standing below each other. */
  isCompact?: boolean;
  /** Has more columns than a card is wide, and scrolls sideways in it. */
  isWide?: boolean;
  /** On a phone, two lines per row without column headings: the name with its state, and the other values. */
  isBrief?: boolean;
}

/** Renders rows on a wide screen and cards on a phone, where each cell shows its column heading. */
export function Table<T>({ caption, items, keyOf, columns, isCompact, isWide, isBrief }: TableProps<T>) {
  const [first, ...rest] = columns;
  const table = (
    <table class={`table${isCompact ? ' is-compact' : ''}${isBrief ? ' is-brief' : ''}`}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.head} scope="col" class={getCellClass(column)}>
              {column.isMenu ? <span class="visually-hidden">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(item => (
          <tr key={keyOf(item)}>
            <th scope="row">{first?.cell(item)}</th>
            {rest.map(column => {
              const value = column.cell(item);
              return (
                <td key={column.head} data-head={column.head} class={getCellClass(column, value)}>
                  {value}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return isWide ? <div class="wide-table">{table}</div> : table;
}

interface PaginationProps {
  page: number;
  totalPages: number;
  total: number;
}

/** Previous and next buttons that set `?page=`; renders nothing for a single page. */
export function Pagination({ page, totalPages, total }: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav class="paging" aria-label={t.pages}>
      <Button isSmall isDisabled={page <= 1} onClick={() => setQuery({ page: page - 1 })}>
        {t.previous}
      </Button>
      <span>{formatText(t.pageOf, { page, pages: totalPages, total })}</span>
      <Button isSmall isDisabled={page >= totalPages} onClick={() => setQuery({ page: page + 1 })}>
        {t.next}
      </Button>
    </nav>
  );
}

export interface PageOf<T> {
  items: T[];
  pagination: PaginationProps;
}

interface PagedListProps<T> {
  resource: Resource<PageOf<T>>;
  /** Rendered instead of the items if there are none. */
  empty: ComponentChildren;
  children: (items: T[]) => ComponentChildren;
}

/** Renders one page of a list with its empty state and pagination. */
export function PagedList<T>({ resource, empty, children }: PagedListProps<T>) {
  return (
    <Loaded resource={resource} isEmpty={({ items }) => items.length === 0} empty={empty}>
      {({ items, pagination }) => (
        <>
          {children(items)}
          <Pagination {...pagination} />
        </>
      )}
    </Loaded>
  );
}
