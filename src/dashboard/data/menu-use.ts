import { signal } from '@preact/signals';
import { caller } from './session.ts';

/** Pages that are in the menu from the start. The others are behind More until they are opened for the first time. */
const CORE = [
  '/dashboard',
  '/dashboard/reviews',
  '/dashboard/counter',
  '/dashboard/notifications',
  '/dashboard/campaigns',
  '/dashboard/programs',
  '/dashboard/health',
  '/dashboard/settings',
];

/** Changes when a page is opened for the first time. */
const version = signal(0);

function storageKey(): string {
  return `menu:${caller.value?.user.id ?? ''}`;
}

function readUsed(): string[] {
  return (localStorage.getItem(storageKey()) ?? '').split(' ').filter(Boolean);
}

/**
 * Returns the place of a page in the menu of this device and user, or -1 if it is behind More. Pages that were opened
 * follow the first ones in the order of their first use, so that no entry ever moves.
 */
export function getMenuPlace(path: string): number {
  if (CORE.includes(path)) return 0;
  const place = version.value >= 0 ? readUsed().indexOf(path) : -1;
  return place < 0 ? place : place + 1;
}

/** Moves the entry of a page out of More. */
export function recordMenuUse(path: string): void {
  const used = readUsed();
  if (CORE.includes(path) || used.includes(path)) return;
  localStorage.setItem(storageKey(), [...used, path].join(' '));
  version.value += 1;
}
