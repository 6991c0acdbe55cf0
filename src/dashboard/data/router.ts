import { computed, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { PERMISSIONS } from '../../../db/enums.ts';
import type { IconName } from '../ui/icon.tsx';
import { hasUnsavedChanges, leavePage } from './unsaved.ts';

/** The users who can open a page. Admins can also open business pages. */
export type Audience = 'anyone' | 'customer' | 'business' | 'admin';
export type Permission = (typeof PERMISSIONS)[number];

export interface PageProps {
  /** The `:names` of the path. */
  params: Record<string, string>;
}

/** A page: its path, audience, and the chunk that renders it. */
export interface PageRoute {
  path: string;
  /** Document title and menu label. */
  title: string;
  audience: Audience;
  /** Permission that a business user's position must grant. */
  permission?: Permission;
  /** Closed to people who signed in by PIN on a shared device. */
  needsLogin?: boolean;
  /** Whether an admin must choose a business in the menu before the page is of use. */
  needsBusiness?: boolean;
  /** Rendered without the menu, e.g. the login page. */
  isBare?: boolean;
  /** Menu entry; absent for pages reached from other pages. */
  menu?: { icon: IconName; group?: string; isForDevelopers?: boolean };
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** Former paths, kept for bookmarks and printed links, and what people type. */
const REDIRECTS: Record<string, string> = {
  '/my': '/',
  '/dashboard/till': '/dashboard/counter',
  '/dashboard/redeem': '/dashboard/counter',
};

const currentUrl = signal(readUrl());

/** The current path. */
export const path = computed(() => currentUrl.value.pathname);
/** The current query. Filters and page numbers live here so that links keep them. */
export const query = computed(() => new URLSearchParams(currentUrl.value.search));

function readUrl(): { pathname: string; search: string } {
  const { search } = location;
  const pathname = location.pathname.length > 1 ? location.pathname.replace(/\/$/, '') : location.pathname;
  const renamed = REDIRECTS[pathname];
  if (renamed) history.replaceState(null, '', renamed + search);
  return { pathname: renamed ?? pathname, search };
}

/** Navigates within the app, after asking about unsaved changes if the page changes. `replace` adds no history entry. */
export function navigate(to: string, { replace = false } = {}): void {
  if (new URL(to, location.href).pathname === location.pathname) changeUrl(to, replace);
  else leavePage(() => changeUrl(to, replace));
}

function changeUrl(to: string, replace: boolean): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  currentUrl.value = readUrl();
  if (!replace) scrollTo(0, 0);
}

/** Updates query parameters in place; null removes one. Changing a filter returns to the first page. */
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

/** Finds the first route that matches a path, with its `:name` parameters. */
export function matchRoute(routes: PageRoute[], pathname: string) {
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (params) return { route, params };
  }
  return undefined;
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const actual = pathname.split('/');
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = actual[index] as string;
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** Handles clicks on links to app pages; the browser handles all others. */
export function startRouter(isAppPath: (pathname: string) => boolean): void {
  addEventListener('popstate', () => {
    const { pathname, search } = currentUrl.value;
    const to = location.pathname + location.search;
    if (location.pathname === pathname || !hasUnsavedChanges()) {
      currentUrl.value = readUrl();
      return;
    }
    history.pushState(null, '', pathname + search);
    leavePage(() => changeUrl(to, true));
  });
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a');
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.hash || !isAppPath(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
