import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Caller } from '../../auth/model.ts';
import { useAction } from '../data/resource.ts';
import { openSession } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormError } from '../ui/states.tsx';

interface RegisterFormProps {
  as: 'customer' | 'business';
  onRegistered?: (user: Caller['user']) => void;
  /** Stands above the fields. */
  children?: ComponentChildren;
}

/** Makes an account and logs in with it. */
export function RegisterForm({ as: role, onRegistered, children }: RegisterFormProps) {
  const [name, email, password, businessName] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')];
  const register = useAction(async () => {
    const { user } = await openSession({
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
          label="Name of the business"
          autocomplete="organization"
          value={businessName}
          error={register.of('businessName')}
          isRequired
        />
      )}
      <TextField label="Your name" autocomplete="name" value={name} error={register.of('name')} isRequired />
      <TextField
        label="Email"
        type="email"
        autocomplete="username"
        value={email}
        error={register.of('email')}
        isRequired
      />
      <TextField
        label="Password"
        type="password"
        autocomplete="new-password"
        hint="10 to 200 characters. A few words in a row are easy to keep and hard to guess."
        minLength={10}
        maxLength={200}
        value={password}
        error={register.of('password')}
        isRequired
      />
      <FormError error={register.error.value} />
      {register.error.value?.code === 'EMAIL_TAKEN' && (
        <p>
          <a href={`/forgot?email=${encodeURIComponent(email.value)}`}>Choose a new password for it</a>
        </p>
      )}
      <Button type="submit" kind="primary" busy={register.isBusy}>
        Register
      </Button>
    </form>
  );
}
