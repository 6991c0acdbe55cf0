import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface CounterFormProps {
  onSubmit: () => void;
  children: ComponentChildren;
}

/** A short form at the counter: opens with the focus on its first field, and Enter submits it. */
export function CounterForm({ onSubmit, children }: CounterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} class="counter-form" onSubmit={submit}>
      {children}
    </form>
  );
}
