import type { Signal } from '@preact/signals';
import { caller } from '../../data/session.ts';
import { credentials as t } from '../../messages/credentials/index.ts';
import { TextField } from '../field.tsx';
import { SecretField } from '../secret-field.tsx';

interface CredentialFieldProps {
  value: Signal<string>;
  hasAutofocus?: boolean;
}

/** The email address of an account. */
export function EmailField(field: CredentialFieldProps) {
  return (
    <TextField
      name="email"
      label={t.email}
      type="email"
      autocomplete="username webauthn"
      {...field}
      isRequired
    />
  );
}

/** Names the account to password managers in a form that shows no email address. */
export function HiddenUsername({ email }: { email: string }) {
  return <input hidden readonly autocomplete="username" value={email} />;
}

interface PasswordFieldProps extends CredentialFieldProps {
  name?: 'password' | 'currentPassword';
  label?: string;
  /** By default that of the person who is logged in; null in a form with an email field. */
  email?: string | null;
}

/** The password of an existing account. */
export function PasswordField({
  name = 'password',
  label = t.password,
  email = caller.value?.user.email ?? null,
  ...field
}: PasswordFieldProps) {
  return (
    <>
      {email !== null && <HiddenUsername email={email} />}
      <SecretField name={name} label={label} autocomplete="current-password" {...field} isRequired />
    </>
  );
}

/** A password to set, with the length limits of the server. */
export function NewPasswordField({
  name = 'password',
  label = t.password,
  hint = t.passwordHint,
  ...field
}: CredentialFieldProps & { name?: 'password' | 'newPassword'; label?: string; hint?: string }) {
  return (
    <SecretField
      name={name}
      label={label}
      autocomplete="new-password"
      hint={hint}
      minLength={10}
      maxLength={200}
      {...field}
      isRequired
    />
  );
}
