import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { hasUnsavedChanges, leaveDialog } from '../data/unsaved.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Button } from './button.tsx';

const FIRST_FIELD = 'form :is(input, select, textarea):not(:disabled)';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** True if only the dialog's own button may close it, because what it shows is shown once. */
  isGuarded?: boolean;
  children: ComponentChildren;
}

/**
 * A native modal dialog: traps focus, closes with Escape and restores focus. Rendering it opens it, with the focus on its
 * first field. Escape and the cross ask first if something was entered; a Cancel button doesn't.
 */
export function Dialog({ title, onClose, isGuarded, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    return () => opener?.focus();
  }, []);
  const leave = () => {
    if (element.current) leaveDialog(element.current, onClose);
  };
  // Close at once: the close event comes later than the next key, and would close the dialog that this key opens.
  const cancel = (event: Event) => {
    if (event.target !== element.current) return;
    event.preventDefault();
    if (!isGuarded) leave();
  };
  // Browsers close a dialog at the second Escape even if the first one was prevented.
  const close = () => {
    if (isGuarded || hasUnsavedChanges(element.current ?? undefined)) element.current?.showModal();
    else onClose();
  };
  return (
    <dialog ref={element} aria-labelledby={id} onCancel={cancel} onClose={close}>
      <header>
        <h2 id={id}>{title}</h2>
        {!isGuarded && <Button kind="quiet" isSmall icon="cross" label={t.close} onClick={leave} />}
      </header>
      {children}
    </dialog>
  );
}
