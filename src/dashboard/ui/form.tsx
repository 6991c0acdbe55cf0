import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Action } from '../data/resource.ts';
import { Button } from './button.tsx';
import { FormContext, useFormAction } from './field.tsx';
import type { IconSource } from './icon.tsx';

interface FormProps {
  /** Run on submission. Its errors are shown at the fields whose `name` they carry. */
  action: Action<[]>;
  class?: string;
  onInput?: () => void;
  children: ComponentChildren;
}

/** A form that runs an action. */
export function Form({ action, class: className, onInput, children }: FormProps) {
  const fields = useMemo(() => ({ action, prefix: '', names: new Set<string>() }), [action]);
  // The form's own error is rendered before the fields, and leaves out what they show.
  for (const name of fields.names) action.error.value?.takeDetail(name);
  return (
    <FormContext.Provider value={fields}>
      <form class={className} onSubmit={action.submit} onInput={onInput}>
        {children}
      </form>
    </FormContext.Provider>
  );
}

export interface SubmitButtonProps {
  kind?: 'primary' | 'plain' | 'danger';
  icon?: IconSource;
  isDisabled?: boolean;
  children: ComponentChildren;
}

/** Submits the surrounding form, and is disabled while its action runs. */
export function SubmitButton({ kind = 'primary', ...button }: SubmitButtonProps) {
  return <Button type="submit" kind={kind} busy={useFormAction()?.isBusy} {...button} />;
}
