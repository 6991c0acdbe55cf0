import type { ComponentChildren } from 'preact';
import { type Action, useAction } from '../data/resource.ts';
import type { ApiCall } from '../data/snippets.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, SubmitButton } from './form.tsx';
import { ShowCodeButton } from './show-code-button.tsx';
import { FormError } from './states.tsx';

interface FormDialogProps {
  title: string;
  /** Label of the submitting button, e.g. End campaign. */
  submitLabel: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Errors are shown in the dialog; the action closes it on success. */
  action: Action<[]>;
  /** The API call that the dialog makes. */
  call?: ApiCall;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog with the form of an action, which can be cancelled. */
export function FormDialog({
  title,
  submitLabel,
  isDanger,
  isDisabled,
  action,
  call,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action}>
        {children}
        <FormError error={action.error.value} />
        <footer>
          {call && <ShowCodeButton operation={call.operation} values={call.values} />}
          <Button onClick={onClose}>{t.cancel}</Button>
          <SubmitButton kind={isDanger ? 'danger' : 'primary'} isDisabled={isDisabled}>
            {submitLabel}
          </SubmitButton>
        </footer>
      </Form>
    </Dialog>
  );
}

export interface DialogForm extends Pick<FormDialogProps, 'title' | 'submitLabel' | 'isDanger'> {
  /** A text, or the fields; a function if they depend on signals. */
  content: ComponentChildren | (() => ComponentChildren);
  call?: ApiCall | (() => ApiCall);
  isDisabled?: () => boolean;
  /** Runs on submission. The dialog closes on success, and shows the error otherwise. */
  run: () => Promise<unknown>;
}

/** Renders the dialog of `openForm`. */
export default function OpenForm({
  content,
  call,
  isDisabled,
  run,
  onClose,
  ...look
}: DialogForm & { onClose: () => void }) {
  const action = useAction(async () => {
    await run();
    onClose();
  });
  return (
    <FormDialog
      {...look}
      call={typeof call === 'function' ? call() : call}
      isDisabled={isDisabled?.()}
      action={action}
      onClose={onClose}
    >
      {typeof content === 'string' ? <p>{content}</p> : typeof content === 'function' ? content() : content}
    </FormDialog>
  );
}
