import type { ComponentChildren } from 'preact';
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
  return (
    <FormContext.Provider value={{ action, prefix: '' }}>
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
