import { useSignal } from '@preact/signals';
import { api, send } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { query } from '../data/router.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/components.tsx';
import { TextField } from '../ui/field.tsx';
import { FormError } from '../ui/states.tsx';

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
        <TextField
          label="Email"
          type="email"
          hasAutofocus
          autocomplete="username"
          value={email}
          error={ask.fieldError('email')}
          isRequired
        />
        <FormError error={ask.error.value} />
        <Button type="submit" kind="primary" busy={ask.isBusy}>
          Send reset link
        </Button>
      </form>
    </div>
  );
}
