import { useSignal } from '@preact/signals';
import { api, send } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { query } from '../data/router.ts';
import { useSignInOptions } from '../data/sign-in.ts';
import { sign as t } from '../messages/sign/index.ts';
import { formatText } from '../messages/text.ts';
import { PageHead } from '../ui/components.tsx';
import { EmailField } from '../ui/credentials/credential-fields.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { FormError, Loaded } from '../ui/states.tsx';

const CodeBlock = lazyComponent(async () => ({ default: (await import('../ui/code-block.tsx')).CodeBlock }));

/** Requests a password reset link. The response is the same for every address, so it reveals no accounts. */
export default function Forgot() {
  const options = useSignInOptions();
  return <Loaded resource={options}>{({ byCode }) => (byCode ? <RequestLink /> : <WithoutMail />)}</Loaded>;
}

/** Without a mail server, only the operator can create a link. */
function WithoutMail() {
  const email = query.value.get('email') || 'ada@shop.example';
  return (
    <div class="narrow">
      <PageHead title={t.resetPassword} />
      <p>{t.noMail}</p>
      <CodeBlock text={`perkmint users reset-link ${email}`} />
      <p>
        <a href="/login">{t.logIn}</a>
      </p>
    </div>
  );
}

function RequestLink() {
  const email = useSignal(query.value.get('email') ?? '');
  const isSent = useSignal(false);
  const ask = useAction(async () => {
    await send(api.auth.post({ action: 'forgotPassword', email: email.value }));
    isSent.value = true;
  });
  if (isSent.value)
    return (
      <div class="narrow">
        <PageHead title={t.checkEmail} />
        <p role="status">{formatText(t.linkSent, { email: email.value })}</p>
        <p>{t.noEmail}</p>
        <p>
          <a href="/login">{t.logIn}</a>
        </p>
      </div>
    );
  return (
    <div class="narrow">
      <PageHead title={t.resetPassword} />
      <Form action={ask}>
        <EmailField hasAutofocus value={email} />
        <FormError error={ask.error.value} />
        <SubmitButton>{t.sendLink}</SubmitButton>
      </Form>
      <p>
        <a href="/login">{t.logIn}</a>
      </p>
    </div>
  );
}
