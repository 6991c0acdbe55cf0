import { type Signal, useSignal } from '@preact/signals';
import { ApiError } from '../../data/api.ts';
import type { Action } from '../../data/resource.ts';
import { caller, openSession } from '../../data/session.ts';
import { EmailField, NewPasswordField, PasswordField } from '../credential-fields.tsx';

/** The account of a visitor who submits proof: a new one, or the visitor's own. */
export interface Account {
  mode: Signal<'register' | 'login'>;
  email: Signal<string>;
  password: Signal<string>;
  /** Signs up or logs in, unless the visitor is logged in. @throws ApiError */
  ensureSession(): Promise<void>;
}

export function useAccount(): Account {
  const mode = useSignal<'register' | 'login'>('register');
  const email = useSignal('');
  const password = useSignal('');
  const ensureSession = async () => {
    if (caller.value) return;
    const credentials = { email: email.value, password: password.value };
    if (mode.value === 'login') {
      await openSession({ action: 'login', ...credentials });
      return;
    }
    try {
      await openSession({ action: 'register', role: 'customer', name: toName(email.value), ...credentials });
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== 'EMAIL_TAKEN') throw cause;
      mode.value = 'login';
      throw new ApiError({
        code: 'EMAIL_TAKEN',
        message: 'You already have an account. Enter its password and send again.',
      });
    }
  };
  return { mode, email, password, ensureSession };
}

/** Turns an email address into a name that the customer can change later, e.g. ada.ames@… → Ada Ames. */
function toName(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{Letter}]+/u).filter(Boolean);
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name || 'Customer';
}

interface AccountSectionProps {
  account: Account;
  action: Action<[]>;
  /** For the line on privacy. */
  shopName: string;
}

/** Asks a visitor for email and password, last in the form; renders nothing for a logged-in customer. */
export function AccountSection({
  account: { mode, email, password },
  action,
  shopName,
}: AccountSectionProps) {
  if (caller.value) return null;
  const isNew = mode.value === 'register';
  return (
    <fieldset class="account-section">
      <legend>{isNew ? 'Where should the reward go?' : 'Log in'}</legend>
      <EmailField value={email} error={action.fieldError('email')} />
      {isNew ? (
        <NewPasswordField
          label="Choose a password"
          hint="At least 10 characters."
          value={password}
          error={action.fieldError('password')}
        />
      ) : (
        <PasswordField value={password} error={action.fieldError('password')} />
      )}
      <p>
        <button
          type="button"
          class="link"
          onClick={() => {
            mode.value = isNew ? 'login' : 'register';
          }}
        >
          {isNew ? 'I already have an account' : 'Create an account instead'}
        </button>
        {!isNew && (
          <>
            {' · '}
            <a href={`/forgot?email=${encodeURIComponent(email.value)}`} target="_blank" rel="noreferrer">
              Forgot your password?
            </a>
          </>
        )}
      </p>
      <p class="hint">
        {`${location.host} stores your email and what you send. ${shopName} sees your name and what you send, never your email or password.`}
      </p>
    </fieldset>
  );
}
