import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LinkDescription } from '../../auth/account-model.ts';
import { api, call, send } from '../data/api.ts';
import { useAction, useResource } from '../data/resource.ts';
import { navigate, query } from '../data/router.ts';
import { getHomePath, openSession } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/components.tsx';
import { CheckboxField } from '../ui/field.tsx';
import { FormError, Skeleton } from '../ui/states.tsx';
import { NewPasswordField } from './credential-fields.tsx';

/** Sets a password through a mailed link or an invitation, and logs in. */
export default function Reset() {
  const token = useRef(query.value.get('token') ?? '').current;
  // The token must not stay in the history of a shared device.
  useEffect(() => history.replaceState(null, '', location.pathname), []);
  const link = useResource(
    async ({ fetch }) =>
      token ? await call<LinkDescription>('POST', '/session/link', { token }, fetch) : undefined,
    [token],
  );
  if (link.data.value) return <PasswordForm token={token} link={link.data.value} />;
  if (token && !link.error.value) return <Skeleton />;
  const isInvalid = !token || link.error.value?.status === 401 || link.error.value?.status === 400;
  if (!isInvalid) return <FormError error={link.error.value} />;
  return (
    <div class="narrow">
      <PageHead title="This link no longer works" />
      <p>Links work once and expire. Ask for a new one:</p>
      <ul>
        <li>
          If you forgot your password, <a href="/forgot">send a new reset link</a>.
        </li>
        <li>If you were invited to a team, ask the person who invited you for a new link.</li>
      </ul>
      <p>
        Already set a password? <a href="/login">Log in</a>
      </p>
    </div>
  );
}

function PasswordForm({ token, link }: { token: string; link: LinkDescription }) {
  const { purpose, email, businessName, invitedBy } = link;
  const password = useSignal('');
  const isLeaving = useSignal(false);
  const isInvitation = purpose === 'invite' && businessName !== null;
  const save = useAction(async () => {
    const leaveBusiness = isLeaving.value ? { leaveBusiness: true } : {};
    await send(api.auth.post({ action: 'resetPassword', token, password: password.value, ...leaveBusiness }));
    const { user } = await openSession({ action: 'login', email, password: password.value });
    navigate(getHomePath(user), { replace: true });
  });
  return (
    <div class="narrow">
      <PageHead title={isInvitation ? `Join ${businessName}` : 'Set a new password'} />
      {isInvitation ? (
        <p>
          {invitedBy ?? 'An admin'} invited you to work with {businessName}. Choose a password to log in as{' '}
          {email}.
        </p>
      ) : (
        <p>For {email}. You are logged out on all other devices.</p>
      )}
      <form onSubmit={save.submit}>
        <input type="hidden" autocomplete="username" value={email} />
        <NewPasswordField hasAutofocus value={password} error={save.fieldError('password')} />
        {businessName !== null && (
          <CheckboxField
            value={isLeaving}
            label={`I don't work for ${businessName}`}
            hint="Leaves the business and keeps the account as a customer account."
          />
        )}
        <FormError error={save.error.value} />
        <Button type="submit" kind="primary" busy={save.isBusy}>
          {isInvitation && !isLeaving.value ? `Join ${businessName}` : 'Save password and log in'}
        </Button>
      </form>
    </div>
  );
}
