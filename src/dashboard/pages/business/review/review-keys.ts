import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

const STORED = 'reviewKeys';
/** Single-key shortcuts interfere with voice control, so they can be disabled (WCAG 2.1.4). */
export const areShortcutsOn = signal(localStorage.getItem(STORED) !== 'off');
effect(() => localStorage.setItem(STORED, areShortcutsOn.value ? 'on' : 'off'));

/** Registers single-key shortcuts, inactive while typing or with a dialog open. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Register before paint: a fast reviewer presses a key as soon as the proof is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      const isTyping = (target as Element).closest?.(
        'input:not([type="checkbox"]), textarea, select, dialog',
      );
      if (
        !areShortcutsOn.value ||
        isTyping ||
        ctrlKey ||
        metaKey ||
        altKey ||
        document.querySelector('dialog[open]')
      )
        return;
      const act = latest.current[key.toLowerCase()];
      if (!act || (repeat && !'jk'.includes(key.toLowerCase()))) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
