import { type Signal, useSignal } from '@preact/signals';
import type { Caller } from '../../auth/model.ts';
import { useAction } from '../data/resource.ts';
import { caller, openSession, sessionRequest } from '../data/session.ts';
import { prefersPassword, useSignInOptions } from '../data/sign-in.ts';
import { pendingLeave, resolveLeave } from '../data/unsaved.ts';
import { CodeForm } from '../pages/code-form.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { SecretField } from './secret-field.tsx';
import { FormError } from './states.tsx';

/** The dialogs that can appear on every page: sign in again, and leave a form with unsaved changes. */
export default function SessionDialogs() {
  if (sessionRequest.value) return <SignInDialog onDone={sessionRequest.value} />;
  return pendingLeave.value ? <LeaveDialog /> : null;
}

/** Signs the same user in again; the page and the request that failed continue where they were. */
function SignInDialog({ onDone }: { onDone: (isResumed: boolean) => void }) {
  const { id, email } = caller.value?.user ?? {};
  const address = useSignal(email ?? '');
  const { byCode = false } = useSignInOptions().data.value ?? {};
  const hasPassword = useSignal(prefersPassword());
  const resume = (user: Caller['user']) => {
    // The page shows data of the previous user.
    if (user.id !== id) location.reload();
    onDone(true);
  };
  return (
    <Dialog title="Log in to continue" onClose={() => onDone(false)}>
      <div class="stack">
        <p>Your session has ended. Nothing on this page is lost.</p>
        {byCode && !hasPassword.value ? (
          <CodeForm email={address} label="Log in" onSignedIn={resume} />
        ) : (
          <PasswordForm address={address} onSignedIn={resume} />
        )}
        <footer>
          <Button onClick={() => onDone(false)}>Log out</Button>
          {byCode && (
            <Button
              kind="quiet"
              onClick={() => {
                hasPassword.value = !hasPassword.value;
              }}
            >
              {hasPassword.value ? 'Use a code by email' : 'Use a password'}
            </Button>
          )}
        </footer>
      </div>
    </Dialog>
  );
}

interface PasswordFormProps {
  address: Signal<string>;
  onSignedIn: (user: Caller['user']) => void;
}

function PasswordForm({ address, onSignedIn }: PasswordFormProps) {
  const password = useSignal('');
  const signIn = useAction(async () => {
    const { user } = await openSession({ action: 'login', email: address.value, password: password.value });
    onSignedIn(user);
  });
  return (
    <form onSubmit={signIn.submit}>
      <TextField label="Email" type="email" autocomplete="username" value={address} isRequired />
      <SecretField
        label="Password"
        autocomplete="current-password"
        value={password}
        error={signIn.fieldError('password')}
        hasAutofocus
        isRequired
      />
      <FormError error={signIn.error.value} />
      <Button type="submit" kind="primary" busy={signIn.isBusy}>
        Log in
      </Button>
    </form>
  );
}

function LeaveDialog() {
  return (
    <Dialog title="Leave without saving?" onClose={() => resolveLeave(false)}>
      <p>The changes on this page are not saved.</p>
      <footer>
        <Button onClick={() => resolveLeave(true)}>Discard changes</Button>
        <Button kind="primary" onClick={() => resolveLeave(false)}>
          Keep editing
        </Button>
      </footer>
    </Dialog>
  );
}
