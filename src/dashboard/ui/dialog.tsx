import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Action } from '../data/resource.ts';
import { Button } from './button.tsx';
import { FormError } from './states.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A native modal dialog: traps focus, closes with Escape and restores focus. Rendering it opens it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    return () => opener?.focus();
  }, []);
  // Close at once: the close event comes later than the next key, and would close the dialog that this key opens.
  const cancel = (event: Event) => {
    if (event.target !== element.current) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={element} aria-labelledby={id} onCancel={cancel} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="cross" label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirming button, e.g. End campaign. */
  confirmLabel: string;
  isDanger?: boolean;
  /** Errors are shown in the dialog; the action closes it on success. */
  action: Action<[]>;
  onClose: () => void;
  isDisabled?: boolean;
  children: ComponentChildren;
}

/** Asks for confirmation before an action that can't be undone. */
export function ConfirmDialog({
  title,
  confirmLabel,
  isDanger,
  action,
  onClose,
  isDisabled,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={action.submit}>
        {children}
        <FormError error={action.error.value} />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind={isDanger ? 'danger' : 'primary'}
            busy={action.isBusy}
            isDisabled={isDisabled}
          >
            {confirmLabel}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
