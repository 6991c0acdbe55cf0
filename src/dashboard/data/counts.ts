import { signal } from '@preact/signals';

/** The counts in the menu and in the tab title; null until they are known. */
export const counts = signal<{ unseen: number; pendingSubmissions: number } | null>(null);

/** How many checks of the installation need a person. */
export const failedChecks = signal(0);

/** Counts above this are shown as 99+. */
const MAX_SHOWN = 99;

/** Formats a count for a badge; empty for none. */
export function formatCount(count: number | undefined): string {
  if (!count) return '';
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);
}
