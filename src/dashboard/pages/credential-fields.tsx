import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

interface CredentialFieldProps {
  value: Signal<string>;
  error: string | undefined;
  hasAutofocus?: boolean;
}

/** The email address of an account. */
export function EmailField(field: CredentialFieldProps) {
  return <TextField label="Email" type="email" autocomplete="username" {...field} isRequired />;
}

/** The password of an existing account. */
export function PasswordField({ label = 'Password', ...field }: CredentialFieldProps & { label?: string }) {
  return (
    <Revealable>
      {type => <TextField label={label} type={type} autocomplete="current-password" {...field} isRequired />}
    </Revealable>
  );
}

/** A password to set, with the length limits of the server. */
export function NewPasswordField({
  label = 'Password',
  ...field
}: CredentialFieldProps & { label?: string }) {
  return (
    <Revealable>
      {type => (
        <TextField
          label={label}
          type={type}
          autocomplete="new-password"
          hint="At least 10 characters. Several random words are easy to remember and hard to guess."
          minLength={10}
          maxLength={200}
          {...field}
          isRequired
        />
      )}
    </Revealable>
  );
}

/** Adds a button that shows the characters of a password. */
function Revealable({ children }: { children: (type: 'text' | 'password') => ComponentChildren }) {
  const isShown = useSignal(false);
  return (
    <div class="password-field">
      {children(isShown.value ? 'text' : 'password')}
      <Button
        kind="quiet"
        isSmall
        onClick={() => {
          isShown.value = !isShown.value;
        }}
      >
        {isShown.value ? 'Hide password' : 'Show password'}
      </Button>
    </div>
  );
}
