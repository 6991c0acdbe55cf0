import { signal } from '@preact/signals';
import { shell as t } from '../messages/shell/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const SHOWN_MS = 6_000;
/** Long enough to read an error and to reach its button. */
const SHOWN_WITH_ACTION_MS = 20_000;
/** Toasts within this time belong to one action; those of the next action replace them so they don't pile up. */
const SAME_ACTION_MS = 100;

interface ToastOptions {
  /** A button of the message, such as Undo. */
  action?: { label: string; run: () => void };
  shownMs?: number;
  /** Keeps older messages; otherwise those of earlier actions disappear. */
  isAdded?: boolean;
}

interface Message extends ToastOptions {
  id: number;
  shownAtMs: number;
  text: string;
}

interface ToastHandle {
  dismiss(): void;
  /** Returns whether no newer message was shown. */
  isLatest(): boolean;
}

const messages = signal<Message[]>([]);
let lastId = 0;

/** Shows a temporary confirmation. Errors of forms are shown where they occur, not here. */
export function toast(text: string, options: ToastOptions = {}): ToastHandle {
  const { action, isAdded, shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS } = options;
  lastId += 1;
  const id = lastId;
  const shownAtMs = performance.now();
  const kept = messages.value.filter(
    message => isAdded || message.isAdded || shownAtMs - message.shownAtMs < SAME_ACTION_MS,
  );
  messages.value = [...kept, { ...options, id, shownAtMs, text }];
  setTimeout(() => dismiss(id), shownMs);
  return { dismiss: () => dismiss(id), isLatest: () => id === lastId };
}

function dismiss(id: number): void {
  messages.value = messages.value.filter(message => message.id !== id);
}

/** Renders the toasts and announces them to screen readers. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {messages.value.map(({ id, text, action, isAdded }) => (
        <div key={id} class="toast">
          <Icon name={isAdded ? 'warning' : 'check'} />
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              isSmall
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button kind="quiet" isSmall icon="cross" label={t.dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
