import { type Signal, useSignal } from '@preact/signals';
import type { Caller } from '../../../auth/model.ts';
import { useAction } from '../../data/resource.ts';
import { caller, openSession, sessionRequest } from '../../data/session.ts';
import { prefersPassword, useSignInOptions } from '../../data/sign-in.ts';
import { pendingLeave, resolveLeave } from '../../data/unsaved.ts';
import { sign as t } from '../../messages/sign/index.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Form, SubmitButton } from '../form.tsx';
import { FormError } from '../states.tsx';
import { CodeForm } from './code-form.tsx';
import { EmailField, PasswordField } from './credential-fields.tsx';

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
    <Dialog title={t.sessionEnded} onClose={() => onDone(false)}>
      <div class="stack">
        <p>{t.sessionEndedHow}</p>
        {byCode && !hasPassword.value ? (
          <CodeForm email={address} label={t.logIn} onSignedIn={resume} />
        ) : (
          <PasswordForm address={address} onSignedIn={resume} />
        )}
        <footer>
          <Button onClick={() => onDone(false)}>{t.logOut}</Button>
          {byCode && (
            <Button
              kind="quiet"
              onClick={() => {
                hasPassword.value = !hasPassword.value;
              }}
            >
              {hasPassword.value ? t.useCode : t.usePassword}
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
    <Form action={signIn}>
      <EmailField value={address} />
      <PasswordField email={null} value={password} hasAutofocus />
      <FormError error={signIn.error.value} />
      <SubmitButton>{t.logIn}</SubmitButton>
    </Form>
  );
}

function LeaveDialog() {
  return (
    <Dialog title={t.leave} onClose={() => resolveLeave(false)}>
      <p>{t.leaveHow}</p>
      <footer>
        <Button onClick={() => resolveLeave(true)}>{t.discard}</Button>
        <Button kind="primary" onClick={() => resolveLeave(false)}>
          {t.keepEditing}
        </Button>
      </footer>
    </Dialog>
  );
}
