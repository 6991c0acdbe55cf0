import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Caller } from '../../auth/model.ts';
import { usePatientLogin } from '../data/patient-login.tsx';
import { useAction } from '../data/resource.ts';
import { sign as t } from '../messages/sign/index.ts';
import { Button } from '../ui/button.tsx';
import { EmailField, NewPasswordField } from '../ui/credentials/credential-fields.tsx';
import { TextField } from '../ui/field.tsx';
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
    <form onSubmit={register.submit}>
      {children}
      {role === 'business' && (
        <TextField
          label={t.businessName}
          autocomplete="organization"
          value={businessName}
          error={register.fieldError('businessName')}
          isRequired
        />
      )}
      <TextField
        label={t.yourName}
        autocomplete="name"
        value={name}
        error={register.fieldError('name')}
        isRequired
      />
      <EmailField value={email} error={register.fieldError('email')} />
      <NewPasswordField value={password} error={register.fieldError('password')} />
      <FormError error={register.error.value} />
      {patient.notice}
      {register.error.value?.code === 'EMAIL_TAKEN' && (
        <p>
          <a href={`/login?email=${encodeURIComponent(email.value)}`}>{t.logInInstead}</a> {t.or}{' '}
          <a href={`/forgot?email=${encodeURIComponent(email.value)}`}>{t.resetPassword}</a>
        </p>
      )}
      <Button type="submit" kind="primary" busy={register.isBusy}>
        {t.signUp}
      </Button>
    </form>
  );
}
