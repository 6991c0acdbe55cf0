import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CheckboxField } from '../../ui/field.tsx';

const STORED = 'reviewKeys';
/** Single-key shortcuts interfere with voice control, so they can be disabled (WCAG 2.1.4). */
const isOn = signal(localStorage.getItem(STORED) !== 'off');
effect(() => localStorage.setItem(STORED, isOn.value ? 'on' : 'off'));

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
      if (!isOn.value || isTyping || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]'))
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

/** Lists the shortcuts and turns them on or off. */
export function ShortcutSwitch() {
  return (
    <div class="shortcuts">
      <CheckboxField
        value={isOn}
        label={
          <>
            Keyboard shortcuts: <kbd>J</kbd> next, <kbd>K</kbd> previous, <kbd>A</kbd> approve, <kbd>R</kbd>{' '}
            reject, <kbd>X</kbd> select
          </>
        }
      />
    </div>
  );
}
