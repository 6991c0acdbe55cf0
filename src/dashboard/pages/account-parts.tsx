import { useSignal } from '@preact/signals';
import type { Account, AccountSession } from '../../auth/account-model.ts';
import { LOCALE_NAMES, toLocale } from '../../platform/locales.ts';
import { api, send } from '../data/api.ts';
import { storeChoice } from '../data/language.ts';
import { pageQuery } from '../data/paging.ts';
import { type Resource, useAction, useRead } from '../data/resource.ts';
import { loadSession, role } from '../data/session.ts';
import { account as t } from '../messages/account/index.ts';
import { credentials } from '../messages/credentials/index.ts';
import { shell } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/components.tsx';
import { NewPasswordField, PasswordField } from '../ui/credentials/credential-fields.tsx';
import { CheckboxField, SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { FormError, Loaded } from '../ui/states.tsx';
import { PagedList } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { AddressNotice } from './unconfirmed-address.tsx';

const TIME_ZONES = Intl.supportedValuesOf('timeZone');
const LANGUAGES = Object.entries(LOCALE_NAMES).map(([value, label]) => ({ value, label }));

/** The user's name, email address and settings. */
export function Profile({ record }: { record: Resource<Account> }) {
  return (
    <Loaded resource={record}>{account => <ProfileForm account={account} onSaved={record.set} />}</Loaded>
  );
}

function ProfileForm({ account, onSaved }: { account: Account; onSaved: (saved: Account) => void }) {
  const [name, email, password] = [useSignal(account.name), useSignal(account.email), useSignal('')];
  const [locale, timeZone] = [useSignal(toLocale(account.locale) ?? ''), useSignal(account.timeZone ?? '')];
  const tools = useSignal(account.developerTools);
  const isNewAddress = email.value.trim().toLowerCase() !== account.email;
  const isNewLanguage = locale.value !== (toLocale(account.locale) ?? '');
  const save = useAction(async () => {
    const saved = await send(
      api.account.put({
        name: name.value,
        ...(isNewLanguage ? { locale: locale.value || null } : {}),
        timeZone: timeZone.value || null,
        developerTools: tools.value,
        ...(isNewAddress ? { email: email.value } : {}),
        ...(isNewAddress && account.hasPassword ? { currentPassword: password.value } : {}),
      }),
    );
    email.value = saved.email;
    password.value = '';
    onSaved(saved);
    if (isNewLanguage && storeChoice(locale.value)) return location.reload();
    await loadSession();
    toast(t.saved);
  });
  // A browser may list the stored zone by another name, or lack it.
  const zones = [...new Set([...TIME_ZONES, ...(account.timeZone ? [account.timeZone] : [])])];
  const asDevice = { value: '', label: t.asDevice };
  return (
    <Card title={t.profile}>
      <Form class="stack" action={save}>
        <AddressNotice account={account} onSaved={onSaved} />
        <TextField label={t.name} autocomplete="name" value={name} name="name" isRequired />
        <TextField
          label={credentials.email}
          type="email"
          autocomplete="email"
          value={email}
          hint={isNewAddress && account.confirmsEmail ? t.emailHint : undefined}
          name="email"
          isRequired
        />
        {isNewAddress && account.hasPassword && (
          <PasswordField label={t.currentPassword} value={password} name="currentPassword" />
        )}
        <details
          open={save.error.value?.details.some(({ field }) => field === 'locale' || field === 'timeZone')}
        >
          <summary>{t.localeAndZone}</summary>
          <div class="stack">
            <SelectField
              label={shell.language}
              value={locale}
              options={[asDevice, ...LANGUAGES]}
              name="locale"
            />
            <SelectField
              label={t.timeZone}
              value={timeZone}
              options={[asDevice, ...zones.map(value => ({ value, label: value }))]}
              name="timeZone"
            />
          </div>
        </details>
        {role.value !== 'customer' && (
          <CheckboxField value={tools} label={t.developerTools} hint={t.developerToolsHint} />
        )}
        <FormActions label={t.save} />
      </Form>
    </Card>
  );
}

/** Changes the password, or sets one for a user who logs in with codes. */
export function Password({ record }: { record: Resource<Account> }) {
  const account = record.data.value;
  if (!account) return null;
  return account.hasPassword ? <ChangePassword /> : <SetPassword email={account.email} />;
}

function SetPassword({ email }: { email: string }) {
  const isSent = useSignal(false);
  const ask = useAction(async () => {
    await send(api.auth.post({ action: 'forgotPassword', email }));
    isSent.value = true;
  });
  return (
    <Card title={t.password}>
      <p>{t.byCode}</p>
      <FormError error={ask.error.value} />
      {isSent.value ? (
        <p role="status">{t.linkSent}</p>
      ) : (
        <div class="actions">
          <Button busy={ask.isBusy} onClick={() => void ask.run()}>
            {t.sendLink}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Changes the password with the current one. */
function ChangePassword() {
  const [current, next] = [useSignal(''), useSignal('')];
  const change = useAction(async () => {
    const body = {
      action: 'changePassword',
      currentPassword: current.value,
      newPassword: next.value,
    } as const;
    await send(api.auth.post(body));
    current.value = '';
    next.value = '';
    toast(t.passwordChanged);
  });
  return (
    <details class="card">
      <summary>{t.changePassword}</summary>
      <Form class="stack" action={change}>
        <PasswordField label={t.currentPassword} value={current} name="currentPassword" />
        <NewPasswordField label={t.newPassword} value={next} name="newPassword" />
        <FormActions label={t.changePassword} kind="plain" />
      </Form>
    </details>
  );
}

/** Names the device of a session, such as Chrome on Windows. */
function nameDevice({ browser, system }: AccountSession): string {
  if (browser && system) return formatText(t.deviceOn, { browser, system });
  return browser ?? system ?? t.unknownDevice;
}

/** The devices that are logged in, each with a button to log it out. */
export function Sessions() {
  const filters = pageQuery();
  const list = useRead(api.account.sessions.get, filters);
  const end = useAction(async (session: AccountSession) => {
    await send(api.account.sessions({ id: session.id }).delete());
    toast(formatText(t.loggedOut, { device: nameDevice(session) }));
    list.reload();
  });
  const endOthers = useAction(async () => {
    await send(api.account.sessions.delete());
    toast(t.othersLoggedOut);
    list.reload();
  });
  return (
    <Card title={t.devices}>
      <FormError error={end.error.value ?? endOthers.error.value} />
      <PagedList resource={list} empty={null}>
        {items => (
          <ul class="rows">
            {items.map(session => (
              <li key={session.id}>
                <div>
                  <strong>{nameDevice(session)}</strong>
                  <p class="hint">
                    {`${t.lastUsed} `}
                    <RelativeTime at={session.lastUsedAt} />
                    {` · ${t.loggedIn} `}
                    <RelativeTime at={session.createdAt} />
                  </p>
                </div>
                {session.current ? (
                  <Badge tone="good">{t.thisDevice}</Badge>
                ) : (
                  <Button
                    isSmall
                    label={`${t.logOut}: ${nameDevice(session)}`}
                    onClick={() => void end.run(session)}
                  >
                    {t.logOut}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {(list.data.value?.pagination.total ?? 0) > 1 && (
        <div class="actions">
          <Button icon="out" busy={endOthers.isBusy} onClick={() => void endOthers.run()}>
            {t.logOutOthers}
          </Button>
        </div>
      )}
    </Card>
  );
}
