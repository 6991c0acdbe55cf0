import { useSignal } from '@preact/signals';
import { api, send } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { query } from '../data/router.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/components.tsx';
import { TextField } from '../ui/field.tsx';
import { FormError } from '../ui/states.tsx';

/** Asks for a link by which a person chooses a new password. The answer is the same for every address. */
export default function Forgot() {
  const email = useSignal(query.value.get('email') ?? '');
  const isAsked = useSignal(false);
  const ask = useAction(async () => {
    await send(api.auth.post({ action: 'forgotPassword', email: email.value }));
    isAsked.value = true;
  });
  if (isAsked.value)
    return (
      <div class="narrow">
        <PageHead title="Look into your mail" />
        <p role="status">
          If {email.value} has an account here, a link is on its way to it. It works for an hour.
        </p>
        <p>No mail? Ask whoever runs this server for a link: they can make one without mail.</p>
        <p>
          <a href="/login">Log in</a>
        </p>
      </div>
    );
  return (
    <div class="narrow">
      <PageHead title="Choose a new password" />
      <form onSubmit={ask.submit}>
        <TextField
          label="Email"
          type="email"
          isFirst
          autocomplete="username"
          value={email}
          error={ask.of('email')}
          isRequired
        />
        <FormError error={ask.error.value} />
        <Button type="submit" kind="primary" busy={ask.isBusy}>
          Send link
        </Button>
      </form>
    </div>
  );
}
