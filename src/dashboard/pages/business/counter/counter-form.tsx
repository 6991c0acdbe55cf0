import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { shell } from '../../../messages/shell/index.ts';
import { Button } from '../../../ui/button.tsx';

interface CounterFormProps {
  onSubmit: () => void;
  onCancel?: () => void;
  children: ComponentChildren;
}

/** A short form at the counter: opens with the focus on its first field, and Enter submits it. */
export function CounterForm({ onSubmit, onCancel, children }: CounterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector('input')?.focus();
    // Above the tab bar and the keyboard of a phone.
    form.current?.scrollIntoView({ block: 'center' });
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} class="counter-form" onSubmit={submit}>
      {children}
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          {shell.cancel}
        </Button>
      )}
    </form>
  );
}
