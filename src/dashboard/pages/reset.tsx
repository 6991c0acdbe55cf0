import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LinkDescription } from '../../auth/account-model.ts';
import { api, call, send } from '../data/api.ts';
import { useAction, useResource } from '../data/resource.ts';
import { navigate, query } from '../data/router.ts';
import { getHomePath, openSession } from '../data/session.ts';
import { sign as t } from '../messages/sign/index.ts';
import { formatText } from '../messages/text.ts';
import { ChoiceCards } from '../ui/choice-cards.tsx';
import { PageHead } from '../ui/components.tsx';
import { HiddenUsername, NewPasswordField } from '../ui/credentials/credential-fields.tsx';
import { CheckboxField } from '../ui/field.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { FormError, Skeleton } from '../ui/states.tsx';

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
      <PageHead title={t.deadLink} />
      <p>{t.deadLinkHow}</p>
      <ul>
        <li>
          {t.deadLinkForgot} <a href="/forgot">{t.newLink}</a>
        </li>
        <li>{t.deadLinkInvited}</li>
      </ul>
      <p>
        {t.passwordSet} <a href="/login">{t.logIn}</a>
      </p>
    </div>
  );
}

function PasswordForm({ token, link }: { token: string; link: LinkDescription }) {
  const { purpose, email, businessName, invitedBy, emailConfirmed } = link;
  const password = useSignal('');
  const isLeaving = useSignal(false);
  const creator = useSignal<Creator | ''>('');
  const asksCreator = purpose === 'reset' && businessName !== null && !emailConfirmed;
  const isInvitation = purpose === 'invite' && businessName !== null;
  const save = useAction(async () => {
    const choice = {
      ...(isLeaving.value || creator.value === 'stranger' ? { leaveBusiness: true } : {}),
      ...(creator.value === 'me' ? { keepAccess: true } : {}),
    };
    await send(api.auth.post({ action: 'resetPassword', token, password: password.value, ...choice }));
    const { user } = await openSession({ action: 'login', email, password: password.value });
    navigate(getHomePath(user), { replace: true });
  });
  return (
    <div class="narrow">
      <PageHead title={isInvitation ? formatText(t.join, { business: businessName }) : t.setPassword} />
      {isInvitation ? (
        <p>{formatText(t.invited, { person: invitedBy ?? t.anAdmin, business: businessName, email })}</p>
      ) : (
        <p>{formatText(t.resetFor, { email })}</p>
      )}
      <Form action={save}>
        <HiddenUsername email={email} />
        <NewPasswordField hasAutofocus value={password} />
        {asksCreator && <CreatorChoice value={creator} business={businessName} />}
        {businessName !== null && !asksCreator && (
          <CheckboxField
            value={isLeaving}
            label={formatText(t.notMine, { business: businessName })}
            hint={t.notMineHint}
          />
        )}
        <FormError error={save.error.value} />
        <SubmitButton>
          {isInvitation && !isLeaving.value ? formatText(t.join, { business: businessName }) : t.saveAndLogIn}
        </SubmitButton>
      </Form>
    </div>
  );
}

/** The creator of the account: the person, a colleague, or a stranger. */
type Creator = 'me' | 'colleague' | 'stranger';

function CreatorChoice({ value, business }: { value: Signal<Creator | ''>; business: string }) {
  return (
    <ChoiceCards
      legend={t.whoCreated}
      hint={t.whoCreatedHow}
      name="creator"
      options={[
        { value: 'me', label: t.iDid, hint: t.iDidHint },
        { value: 'colleague', label: t.someoneElse, hint: t.someoneElseHint },
        { value: 'stranger', label: formatText(t.notMine, { business }), hint: t.notMineHint },
      ]}
      chosen={value.value}
      onChoose={(creator: Creator) => {
        value.value = creator;
      }}
      isRequired
    />
  );
}
