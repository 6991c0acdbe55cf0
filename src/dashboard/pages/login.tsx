import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usePatientLogin } from '../data/patient-login.tsx';
import { useAction } from '../data/resource.ts';
import { navigate, query } from '../data/router.ts';
import { caller, getHomePath } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/components.tsx';
import { FormError } from '../ui/states.tsx';
import { EmailField, PasswordField } from './credential-fields.tsx';

/** Returns the page to open after login; only same-origin paths, to prevent open redirects. */
function nextOr(home: string): string {
  const next = query.value.get('next') ?? '';
  return /^\/(?![/\\])/.test(next) && URL.parse(next, location.origin)?.origin === location.origin
    ? next
    : home;
}

export default function Login() {
  const email = useSignal(query.value.get('email') ?? '');
  const password = useSignal('');
  useEffect(() => {
    if (caller.value) navigate(nextOr(getHomePath(caller.value.user)), { replace: true });
  }, []);
  const patient = usePatientLogin();
  const login = useAction(async () => {
    const { user } = await patient.open({ action: 'login', email: email.value, password: password.value });
    navigate(nextOr(getHomePath(user)), { replace: true });
  });
  const next = query.value.get('next');
  return (
    <div class="narrow">
      <PageHead title="Log in" />
      <form onSubmit={login.submit}>
        <EmailField hasAutofocus value={email} error={login.fieldError('email')} />
        <PasswordField value={password} error={login.fieldError('password')} />
        <FormError error={login.error.value} />
        {patient.notice}
        <Button type="submit" kind="primary" busy={login.isBusy}>
          Log in
        </Button>
      </form>
      <p>
        <a href={`/forgot${email.value ? `?email=${encodeURIComponent(email.value)}` : ''}`}>
          Forgot your password?
        </a>
      </p>
      <p>
        Don't have an account?{' '}
        <a href={`/register${next ? `?next=${encodeURIComponent(next)}` : ''}`}>Sign up</a>
      </p>
    </div>
  );
}
