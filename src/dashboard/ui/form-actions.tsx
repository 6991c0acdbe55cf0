import type { ComponentChildren } from 'preact';
import type { ApiCall } from '../data/snippets.ts';
import { useFormAction } from './field.tsx';
import { SubmitButton, type SubmitButtonProps } from './form.tsx';
import { ShowCodeButton } from './show-code-button.tsx';
import { FormError } from './states.tsx';

interface FormActionsProps extends Omit<SubmitButtonProps, 'children'> {
  /** Label of the submitting button. */
  label: string;
  /** The API call that the form makes. */
  call?: ApiCall;
  /** Further buttons. */
  children?: ComponentChildren;
}

/** The end of a form: its error, and its buttons. */
export function FormActions({ label, call, children, ...button }: FormActionsProps) {
  return (
    <>
      <FormError error={useFormAction()?.error.value} />
      <div class="actions">
        <SubmitButton {...button}>{label}</SubmitButton>
        {children}
        {call && <ShowCodeButton operation={call.operation} values={call.values} />}
      </div>
    </>
  );
}
