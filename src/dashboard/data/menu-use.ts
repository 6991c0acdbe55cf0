import { signal } from '@preact/signals';
import { caller } from './session.ts';

/** Pages that are in the menu from the start. The others are behind More until they are opened for the first time. */
const CORE = [
  '/dashboard',
  '/dashboard/reviews',
  '/dashboard/counter',
  '/dashboard/notifications',
  '/dashboard/campaigns',
];

/** Changes when a page is opened for the first time. */
const version = signal(0);

function storageKey(): string {
  return `menu:${caller.value?.user.id ?? ''}`;
}

function readUsed(): string[] {
  return (localStorage.getItem(storageKey()) ?? '').split(' ').filter(Boolean);
}

/** Returns whether a page of the menu is shown without opening More: on this device, for this user. */
export function isInMenu(path: string): boolean {
  return version.value >= 0 && (CORE.includes(path) || readUsed().includes(path));
}

/** Moves the entry of a page out of More. */
export function recordMenuUse(path: string): void {
  const used = readUsed();
  if (CORE.includes(path) || used.includes(path)) return;
  localStorage.setItem(storageKey(), [...used, path].join(' '));
  version.value += 1;
}
