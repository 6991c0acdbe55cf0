import { computed, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { PERMISSIONS } from '../../../db/enums.ts';
import type { IconName } from '../ui/icon.tsx';

/** Who sees a page: everybody, customers, or businesses and admins. */
export type Audience = 'anyone' | 'customer' | 'business' | 'admin';
export type Permission = (typeof PERMISSIONS)[number];

export interface PageProps {
  /** The `:names` of the path. */
  params: Record<string, string>;
}

/** One row of routes.ts: an address, who may see it, and the chunk that draws it. */
export interface PageRoute {
  path: string;
  /** Of the document and of the page's heading in the menu. */
  title: string;
  audience: Audience;
  /** What the position of a person of a business must hold to see it. */
  permission?: Permission;
  /** Drawn without the menu: log-in and the like. */
  isBare?: boolean;
  /** Its place in the menu; absent for pages that are reached from others. */
  menu?: { icon: IconName; group?: string };
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

const address = signal(read());

/** The path of the page that is shown. */
export const path = computed(() => address.value.pathname);
/** The query of the page that is shown: filters and page numbers live here, so that a link keeps them. */
export const query = computed(() => new URLSearchParams(address.value.search));

function read(): { pathname: string; search: string } {
  const { pathname, search } = location;
  return { pathname: pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname, search };
}

/** Goes to another page of ours. `replace` leaves no trace in the history. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  address.value = read();
  if (!replace) scrollTo(0, 0);
}

/** Changes parts of the query in place; null takes one out. A changed filter goes back to the first page. */
export function setQuery(changes: Record<string, string | number | null>): void {
  const next = new URLSearchParams(location.search);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  navigate(location.pathname + (text ? `?${text}` : ''), { replace: true });
}

/** The row that a path belongs to, and what stands in the place of its `:names`. Earlier rows win. */
export function matchRoute(routes: PageRoute[], pathname: string) {
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (params) return { route, params };
  }
  return undefined;
}

export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] as string;
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** Takes over the clicks on links to our own pages; everything else stays the browser's. */
export function startRouter(isOurs: (pathname: string) => boolean): void {
  addEventListener('popstate', () => {
    address.value = read();
  });
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a');
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.hash || !isOurs(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
