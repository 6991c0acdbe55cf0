import { signal } from '@preact/signals';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const SHOWN_MS = 6_000;
/** Long enough to notice a mistake and reach the button. */
const SHOWN_WITH_UNDO_MS = 20_000;
/** Toasts within this time belong to one action; those of the next action replace them so they don't pile up. */
const SAME_ACTION_MS = 100;

interface Message {
  id: number;
  shownAtMs: number;
  text: string;
  undo: (() => void) | undefined;
  undoLabel: string;
}

const messages = signal<Message[]>([]);
let lastId = 0;

/**
 * Shows a temporary confirmation, with a button labeled `verb` if the action can be undone. Errors are shown where
 * they occur, not here.
 */
export function toast(text: string, undo?: () => void, verb = 'Undo'): void {
  lastId += 1;
  const id = lastId;
  const shownAtMs = performance.now();
  const ofSameAction = messages.value.filter(message => shownAtMs - message.shownAtMs < SAME_ACTION_MS);
  messages.value = [...ofSameAction, { id, shownAtMs, text, undo, undoLabel: verb }];
  setTimeout(() => dismiss(id), undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
}

function dismiss(id: number): void {
  messages.value = messages.value.filter(message => message.id !== id);
}

/** Renders the toasts and announces them to screen readers. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {messages.value.map(({ id, text, undo, undoLabel }) => (
        <div key={id} class="toast">
          <Icon name="check" />
          <span>{text}</span>
          {undo && (
            <Button
              kind="quiet"
              isSmall
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {undoLabel}
            </Button>
          )}
          <Button kind="quiet" isSmall icon="cross" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
