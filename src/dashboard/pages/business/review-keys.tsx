import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
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

const KEYS: [key: string, action: string][] = [
  ['A', 'Approve'],
  ['R', 'Reject'],
  ['J', 'Next submission'],
  ['K', 'Previous submission'],
  ['X', 'Select'],
  ['?', 'Show this list'],
];

/** Lists the shortcuts and turns them on or off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="key-list">
        {KEYS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField value={isOn} label="Use keyboard shortcuts" />
    </Dialog>
  );
}
