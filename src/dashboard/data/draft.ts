import { effect, type Signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps what is typed into a form in this tab until `clearDraft`, so that a reload or the back button loses nothing.
 * @param name of the form; undefined keeps nothing
 */
export function useDraft(name: string | undefined, fields: Record<string, Signal<string>>): void {
  useLayoutEffect(() => {
    if (name === undefined) return;
    const kept = JSON.parse(sessionStorage.getItem(toKey(name)) ?? '{}') as Record<string, string>;
    for (const [field, value] of Object.entries(fields)) value.value = kept[field] ?? value.value;
    return effect(() => {
      const values = Object.entries(fields).map(([field, value]) => [field, value.value]);
      sessionStorage.setItem(toKey(name), JSON.stringify(Object.fromEntries(values)));
    });
  }, [name]);
}

/** Forgets what was typed into a form, after it was saved. */
export function clearDraft(name: string): void {
  sessionStorage.removeItem(toKey(name));
}

function toKey(name: string): string {
  return `draft ${name}`;
}
