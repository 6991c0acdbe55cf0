import { signal } from '@preact/signals';
import { Button } from './button.tsx';

const SHOWN_MS = 6_000;
/** Long enough to read it, see that it was wrong, and reach the button. */
const SHOWN_WITH_UNDO_MS = 20_000;
/** What is said within this time is of one deed; the next deed takes its place, lest they pile up on a phone. */
const SAME_ACTION_MS = 100;

interface Message {
  id: number;
  saidAtMs: number;
  text: string;
  undo: (() => void) | undefined;
  verb: string;
}

const messages = signal<Message[]>([]);
let lastId = 0;

/**
 * Says for a while that something was done; with `undo`, how to take it back, under the name `verb`. Failures stay
 * where they happen.
 */
export function toast(text: string, undo?: () => void, verb = 'Undo'): void {
  lastId += 1;
  const id = lastId;
  const saidAtMs = performance.now();
  const ofThisDeed = messages.value.filter(message => saidAtMs - message.saidAtMs < SAME_ACTION_MS);
  messages.value = [...ofThisDeed, { id, saidAtMs, text, undo, verb }];
  setTimeout(() => dismiss(id), undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
}

function dismiss(id: number): void {
  messages.value = messages.value.filter(message => message.id !== id);
}

/** Where toasts appear; screen readers are told of each. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {messages.value.map(({ id, text, undo, verb }) => (
        <div key={id} class="toast">
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
              {verb}
            </Button>
          )}
          <Button kind="quiet" isSmall icon="cross" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
