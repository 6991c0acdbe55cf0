import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Caller } from '../../auth/model.ts';
import { usePatientLogin } from '../data/patient-login.tsx';
import { useAction } from '../data/resource.ts';
import { navigate, query } from '../data/router.ts';
import { caller, getHomePath } from '../data/session.ts';
import {
  canRegister,
  prefersPassword,
  readNextPage,
  rememberPassword,
  takeMailedCode,
  useSignInOptions,
} from '../data/sign-in.ts';
import { sign as t } from '../messages/sign/index.ts';
import { PageHead } from '../ui/components.tsx';
import { CodeForm } from '../ui/credentials/code-form.tsx';
import { EmailField, PasswordField } from '../ui/credentials/credential-fields.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { FormError, Loaded } from '../ui/states.tsx';

const PasskeyLogin = lazyComponent(() => import('./passkey-login.tsx'));

export default function Login() {
  const mailed = useMemo(takeMailedCode, []);
  const email = useSignal(mailed?.email ?? query.value.get('email') ?? '');
  const hasPassword = useSignal(!mailed && prefersPassword());
  const options = useSignInOptions();
  useEffect(() => {
    if (caller.value) navigate(readNextPage() ?? getHomePath(caller.value.user), { replace: true });
  }, []);
  const next = query.value.get('next');
  const finish = (user: Caller['user']) => navigate(readNextPage() ?? getHomePath(user), { replace: true });
  const choose = (isPassword: boolean) => {
    hasPassword.value = isPassword;
    rememberPassword(isPassword);
  };
  return (
    <div class="narrow">
      <PageHead title={t.logIn} />
      <Loaded resource={options} lines={3}>
        {({ byCode }) =>
          byCode && !hasPassword.value ? (
            <>
              <CodeForm email={email} mailedCode={mailed?.code} label={t.logIn} onSignedIn={finish} />
              <p>
                <button type="button" class="link" onClick={() => choose(true)}>
                  {t.withPassword}
                </button>
              </p>
            </>
          ) : (
            <>
              <PasswordForm email={email} onLoggedIn={finish} />
              <p class="form-links">
                {byCode && (
                  <>
                    <button type="button" class="link" onClick={() => choose(false)}>
                      {t.withCode}
                    </button>
                    {' · '}
                  </>
                )}
                <a href={`/forgot${email.value ? `?email=${encodeURIComponent(email.value)}` : ''}`}>
                  {t.forgotPassword}
                </a>
              </p>
            </>
          )
        }
      </Loaded>
      {options.data.value?.passkeyHost && (
        <PasskeyLogin host={options.data.value.passkeyHost} onLoggedIn={finish} />
      )}
      {canRegister(options, 'customer') && (
        <p>
          {t.noAccount} <a href={`/register${next ? `?next=${encodeURIComponent(next)}` : ''}`}>{t.signUp}</a>
        </p>
      )}
    </div>
  );
}

function PasswordForm({
  email,
  onLoggedIn,
}: {
  email: Signal<string>;
  onLoggedIn: (user: Caller['user']) => void;
}) {
  const password = useSignal('');
  const patient = usePatientLogin();
  const login = useAction(async () => {
    const { user } = await patient.open({ action: 'login', email: email.value, password: password.value });
    onLoggedIn(user);
  });
  return (
    <Form action={login}>
      <EmailField hasAutofocus value={email} />
      <PasswordField value={password} />
      <FormError error={login.error.value} />
      {patient.notice}
      <SubmitButton>{t.logIn}</SubmitButton>
    </Form>
  );
}
