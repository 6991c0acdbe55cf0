import { useSignal } from '@preact/signals';
import type { Approved, Consent, ConsentAnswer } from '../../../../apps/model.ts';
import { call } from '../../../data/api.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { businessId, caller, closeSession, hasPermission, tenantParams } from '../../../data/session.ts';
import { apps as t } from '../../../messages/apps/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toScopeOptions } from './scope-options.ts';

const CONSENT_PATH = '/oauth/consent';
/** Scopes that spend money or open the business to others: an owner chooses them knowingly. */
const NOT_PRESET = ['trade', 'manage'];

const getTitle = () => shell.titles['Connect an app'] ?? 'Connect an app';

/** The page that an app opens in the browser, so that an owner connects it to the business. */
export default function Authorize() {
  const login = `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
  if (!caller.value)
    return (
      <div class="narrow">
        <PageHead title={getTitle()} />
        <p>{t.logInFirst}</p>
        <ButtonLink kind="primary" href={login}>
          {t.logIn}
        </ButtonLink>
      </div>
    );
  if (!hasPermission('keys') || businessId.value === null) return <NotOwner login={login} />;
  return <Ask />;
}

function NotOwner({ login }: { login: string }) {
  const leave = useAction(async () => {
    await closeSession();
    navigate(login);
  });
  return (
    <div class="narrow">
      <PageHead title={getTitle()} />
      <p>{t.notOwner}</p>
      <p class="hint">{caller.value?.user.email}</p>
      <Button busy={leave.isBusy} onClick={() => void leave.run()}>
        {t.logInAsOther}
      </Button>
    </div>
  );
}

function Ask() {
  const asked = useResource(async ({ fetch: { signal } }) => {
    const path = CONSENT_PATH + location.search;
    const { consent, redirectTo } = await call<ConsentAnswer>('GET', path, undefined, { signal });
    if (redirectTo) location.assign(redirectTo);
    return consent;
  }, []);
  return (
    <div class="narrow">
      <Loaded resource={asked}>{consent => (consent ? <Choice consent={consent} /> : null)}</Loaded>
    </div>
  );
}

function Choice({ consent: { name, app, isLocal, scopes, denyUrl } }: { consent: Consent }) {
  const chosen = useSignal(scopes.filter(scope => !NOT_PRESET.includes(scope)));
  const isDone = useSignal(false);
  const connect = useAction(async () => {
    const request = Object.fromEntries(new URLSearchParams(location.search));
    const body = { request, scopes: chosen.value, ...tenantParams() };
    const { redirectTo } = await call<Approved>('POST', CONSENT_PATH, body);
    // A program opens beside the page, which stays.
    isDone.value = true;
    location.assign(redirectTo);
  });
  if (isDone.value)
    return (
      <>
        <PageHead title={formatText(t.connected, { name })} />
        <p role="status">{t.connectedHow}</p>
      </>
    );
  const business = caller.value?.business?.name ?? businessId.value ?? '';
  return (
    <>
      <PageHead title={formatText(t.title, { name })} />
      <div class="stack">
        <p>
          <RichText text={formatText(t.asks, { name, business })} />
        </p>
        <p class="notice">
          <span>
            {isLocal ? t.goesToComputer : <RichText text={formatText(t.goesTo, { app })} />} {t.onlyIfStarted}
          </span>
        </p>
        <Form action={connect}>
          <CheckboxGroup legend={t.mayDo} options={toScopeOptions(scopes)} selected={chosen} name="scopes" />
          <FormActions label={t.connect} isDisabled={chosen.value.length === 0}>
            <Button onClick={() => location.assign(denyUrl)}>{t.cancel}</Button>
          </FormActions>
        </Form>
        <p class="hint">
          <RichText text={t.canDisconnect} links={['/dashboard/account']} />
        </p>
      </div>
    </>
  );
}
