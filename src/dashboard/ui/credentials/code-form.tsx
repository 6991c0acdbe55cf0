import { type Signal, useSignal } from '@preact/signals';
import type { Caller } from '../../../auth/model.ts';
import { usePatientLogin } from '../../data/patient-login.tsx';
import { useAction } from '../../data/resource.ts';
import { requestCode } from '../../data/sign-in.ts';
import { sign as t } from '../../messages/sign/index.ts';
import { Form, SubmitButton } from '../form.tsx';
import { FormError } from '../states.tsx';
import CodeFields from './code-fields.tsx';
import { EmailField } from './credential-fields.tsx';

interface CodeFormProps {
  email: Signal<string>;
  /** The code of a mailed link, which only needs to be confirmed. */
  mailedCode?: string | undefined;
  /** The button once the code is entered. */
  label: string;
  onSignedIn: (user: Caller['user']) => void;
}

/** Signs in with a code by email; a new address signs up. */
export function CodeForm({ email, mailedCode, label, onSignedIn }: CodeFormProps) {
  const code = useSignal(mailedCode ?? '');
  const isSent = useSignal(mailedCode !== undefined);
  const patient = usePatientLogin();
  const ask = useAction(async () => {
    await requestCode(email.value);
    isSent.value = true;
  });
  const login = useAction(async () => {
    const { user } = await patient.open({ action: 'codeLogin', email: email.value, code: code.value.trim() });
    onSignedIn(user);
  });
  if (!isSent.value)
    return (
      <Form action={ask}>
        <EmailField hasAutofocus value={email} />
        <FormError error={ask.error.value} />
        <SubmitButton>{t.emailCode}</SubmitButton>
      </Form>
    );
  return (
    <Form action={login}>
      <CodeFields
        email={email.value}
        value={code}
        onChangeEmail={() => {
          isSent.value = false;
          code.value = '';
        }}
      />
      <FormError error={login.error.value} />
      {patient.notice}
      <SubmitButton>{label}</SubmitButton>
    </Form>
  );
}
