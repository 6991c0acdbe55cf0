import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { api, send } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { query } from '../data/router.ts';
import { caller, loadSession } from '../data/session.ts';
import { sign as t } from '../messages/sign/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHead } from '../ui/components.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { FormError } from '../ui/states.tsx';

/**
 * Confirms an email address in a session of the account that asked for it. A click is required, because mail scanners
 * open links too.
 */
export default function ConfirmEmail() {
  const token = useRef(query.value.get('token') ?? '').current;
  useEffect(() => history.replaceState(null, '', location.pathname), []);
  const isDone = useSignal(false);
  const confirm = useAction(async () => {
    await send(api.auth.post({ action: 'confirmEmail', token }));
    isDone.value = true;
    await loadSession();
  });
  if (isDone.value)
    return (
      <div class="narrow">
        <PageHead title={t.addressChanged} />
        <p role="status">{t.addressChangedHow}</p>
        <ButtonLink href="/">{t.continue}</ButtonLink>
      </div>
    );
  if (!caller.value)
    return (
      <div class="narrow">
        <PageHead title={t.confirmAddress} />
        <p>{t.logInToConfirm}</p>
        <ButtonLink href={`/login?next=${encodeURIComponent(`/confirm-email?token=${token}`)}`}>
          {t.logIn}
        </ButtonLink>
      </div>
    );
  return (
    <div class="narrow">
      <PageHead title={t.confirmAddress} />
      <p>{t.confirmAddressHow}</p>
      <Form action={confirm}>
        <FormError error={confirm.error.value} />
        <SubmitButton>{t.confirm}</SubmitButton>
      </Form>
    </div>
  );
}
