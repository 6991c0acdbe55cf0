import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CheckField } from '../../ui/field.tsx';

const STORED = 'reviewKeys';
/** Single letters get in the way of whoever speaks to the machine, so they can be turned off. */
const isOn = signal(localStorage.getItem(STORED) !== 'off');
effect(() => localStorage.setItem(STORED, isOn.value ? 'on' : 'off'));

/** Calls what a single letter stands for, while nobody types and no dialog is open. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Before the page is painted: who is quick presses a letter as soon as the proof is to be seen.
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

/** Says which letters there are, and turns them off. */
export function ShortcutSwitch() {
  return (
    <div class="shortcuts">
      <CheckField
        value={isOn}
        label={
          <>
            Keys: <kbd>J</kbd> <kbd>K</kbd> next and back, <kbd>A</kbd> approve, <kbd>R</kbd> reject,{' '}
            <kbd>X</kbd> choose
          </>
        }
      />
    </div>
  );
}
