import { useSignal } from '@preact/signals';
import { api, send } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { query } from '../data/router.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/components.tsx';
import { FormError } from '../ui/states.tsx';
import { EmailField } from './credential-fields.tsx';

/** Requests a password reset link. The response is the same for every address, so it reveals no accounts. */
export default function Forgot() {
  const email = useSignal(query.value.get('email') ?? '');
  const isSent = useSignal(false);
  const ask = useAction(async () => {
    await send(api.auth.post({ action: 'forgotPassword', email: email.value }));
    isSent.value = true;
  });
  if (isSent.value)
    return (
      <div class="narrow">
        <PageHead title="Check your email" />
        <p role="status">
          If {email.value} has an account, we sent it a reset link that is valid for 1 hour.
        </p>
        <p>No email? Ask your administrator for a reset link.</p>
        <p>
          <a href="/login">Log in</a>
        </p>
      </div>
    );
  return (
    <div class="narrow">
      <PageHead title="Reset your password" />
      <form onSubmit={ask.submit}>
        <EmailField hasAutofocus value={email} error={ask.fieldError('email')} />
        <FormError error={ask.error.value} />
        <Button type="submit" kind="primary" busy={ask.isBusy}>
          Send reset link
        </Button>
      </form>
    </div>
  );
}
