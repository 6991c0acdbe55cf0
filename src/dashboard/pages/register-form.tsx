import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Caller } from '../../auth/model.ts';
import { usePatientLogin } from '../data/patient-login.tsx';
import { useAction } from '../data/resource.ts';
import { sign as t } from '../messages/sign/index.ts';
import { EmailField, NewPasswordField } from '../ui/credentials/credential-fields.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { FormError } from '../ui/states.tsx';

interface RegisterFormProps {
  as: 'customer' | 'business';
  onRegistered?: (user: Caller['user']) => void;
  /** Rendered above the fields. */
  children?: ComponentChildren;
}

/** Creates an account and logs in. */
export function RegisterForm({ as: role, onRegistered, children }: RegisterFormProps) {
  const [name, email, password, businessName] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')];
  const patient = usePatientLogin();
  const register = useAction(async () => {
    const { user } = await patient.open({
      action: 'register',
      role,
      name: name.value,
      email: email.value,
      password: password.value,
      ...(role === 'business' ? { businessName: businessName.value } : {}),
    });
    onRegistered?.(user);
  });
  return (
    <Form action={register}>
      {children}
      {role === 'business' && (
        <TextField
          label={t.businessName}
          autocomplete="organization"
          value={businessName}
          name="businessName"
          isRequired
        />
      )}
      <TextField label={t.yourName} autocomplete="name" value={name} name="name" isRequired />
      <EmailField value={email} />
      <NewPasswordField value={password} />
      <FormError error={register.error.value} />
      {patient.notice}
      {register.error.value?.code === 'EMAIL_TAKEN' && (
        <p>
          <a href={`/login?email=${encodeURIComponent(email.value)}`}>{t.logInInstead}</a> {t.or}{' '}
          <a href={`/forgot?email=${encodeURIComponent(email.value)}`}>{t.resetPassword}</a>
        </p>
      )}
      <SubmitButton>{t.signUp}</SubmitButton>
    </Form>
  );
}
