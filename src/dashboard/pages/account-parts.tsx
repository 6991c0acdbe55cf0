import { useSignal } from '@preact/signals';
import type { Account, AccountSession } from '../../auth/account-model.ts';
import { api, send } from '../data/api.ts';
import { pageQuery } from '../data/paging.ts';
import { type Resource, useAction, useResource } from '../data/resource.ts';
import { loadSession, role } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/components.tsx';
import { CheckboxField, SelectField, TextField } from '../ui/field.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { FormError, Loaded } from '../ui/states.tsx';
import { PagedList } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { NewPasswordField, PasswordField } from './credential-fields.tsx';

const DEFAULT_ZONE = { value: '', label: 'Same as this device' };
const TIME_ZONES = [
  DEFAULT_ZONE,
  ...Intl.supportedValuesOf('timeZone').map(value => ({ value, label: value })),
];
const LOCALES = [
  { value: '', label: 'Same as this device' },
  { value: 'en-US', label: 'English (United States)' },
  { value: 'en-GB', label: 'English (United Kingdom)' },
  { value: 'de-DE', label: 'German (Germany)' },
  { value: 'fr-FR', label: 'French (France)' },
  { value: 'es-ES', label: 'Spanish (Spain)' },
  { value: 'it-IT', label: 'Italian (Italy)' },
];

/** Loads the user's account, which Profile and Password share. */
export function useAccount(): Resource<Account> {
  return useResource(abort => send(api.account.get({ ...abort })), []);
}

/** The user's name, email address and settings. */
export function Profile({ record }: { record: Resource<Account> }) {
  return (
    <Loaded resource={record}>{account => <ProfileForm account={account} onSaved={record.set} />}</Loaded>
  );
}

function ProfileForm({ account, onSaved }: { account: Account; onSaved: (saved: Account) => void }) {
  const [name, email, password] = [useSignal(account.name), useSignal(account.email), useSignal('')];
  const [locale, timeZone] = [useSignal(account.locale ?? ''), useSignal(account.timeZone ?? '')];
  const tools = useSignal(account.developerTools);
  const isNewAddress = email.value.trim().toLowerCase() !== account.email;
  const save = useAction(async () => {
    const saved = await send(
      api.account.put({
        name: name.value,
        locale: locale.value || null,
        timeZone: timeZone.value || null,
        developerTools: tools.value,
        ...(isNewAddress ? { email: email.value } : {}),
        ...(isNewAddress && account.hasPassword ? { currentPassword: password.value } : {}),
      }),
    );
    email.value = saved.email;
    password.value = '';
    onSaved(saved);
    await loadSession();
    toast('Account saved');
  });
  const known = LOCALES.some(({ value }) => value === locale.value);
  const locales = known ? LOCALES : [...LOCALES, { value: locale.value, label: locale.value }];
  return (
    <Card title="Profile">
      <form class="stack" onSubmit={save.submit}>
        {account.pendingEmail && (
          <p class="notice">
            We sent a link to {account.pendingEmail}. Your address changes when you open it.
          </p>
        )}
        <TextField label="Name" autocomplete="name" value={name} error={save.fieldError('name')} isRequired />
        <TextField
          label="Email"
          type="email"
          autocomplete="email"
          value={email}
          hint={
            isNewAddress && account.confirmsEmail
              ? 'We mail a link to the new address. It changes when you open the link.'
              : undefined
          }
          error={save.fieldError('email')}
          isRequired
        />
        {isNewAddress && account.hasPassword && (
          <PasswordField
            label="Current password"
            value={password}
            error={save.fieldError('currentPassword')}
          />
        )}
        <details open={save.fieldError('locale') !== undefined || save.fieldError('timeZone') !== undefined}>
          <summary>Language and time zone</summary>
          <div class="stack">
            <SelectField
              label="Language"
              value={locale}
              options={locales}
              error={save.fieldError('locale')}
            />
            <SelectField
              label="Time zone"
              value={timeZone}
              options={TIME_ZONES}
              error={save.fieldError('timeZone')}
            />
          </div>
        </details>
        {role.value !== 'customer' && (
          <CheckboxField value={tools} label="Developer tools" hint="Shows API calls, webhooks and agents." />
        )}
        <FormError error={save.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={save.isBusy}>
            Save account
          </Button>
        </div>
      </form>
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
    <Card title="Password">
      <p>You log in with a code by email. You can set a password as well.</p>
      <FormError error={ask.error.value} />
      {isSent.value ? (
        <p role="status">We emailed you a link to set a password. It is valid for 1 hour.</p>
      ) : (
        <div class="actions">
          <Button busy={ask.isBusy} onClick={() => void ask.run()}>
            Email me a link
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
    toast('Password changed. Other devices were logged out.');
  });
  return (
    <details class="card">
      <summary>Change password</summary>
      <form class="stack" onSubmit={change.submit}>
        <PasswordField
          label="Current password"
          value={current}
          error={change.fieldError('currentPassword')}
        />
        <NewPasswordField label="New password" value={next} error={change.fieldError('newPassword')} />
        <FormError error={change.error.value} />
        <div class="actions">
          <Button type="submit" busy={change.isBusy}>
            Change password
          </Button>
        </div>
      </form>
    </details>
  );
}

/** The devices that are logged in, each with a button to log it out. */
export function Sessions() {
  const filters = pageQuery();
  const list = useResource(
    abort => send(api.account.sessions.get({ query: filters, ...abort })),
    [filters.page],
  );
  const end = useAction(async ({ id, device }: AccountSession) => {
    await send(api.account.sessions({ id }).delete());
    toast(`${device} logged out`);
    list.reload();
  });
  const endOthers = useAction(async () => {
    await send(api.account.sessions.delete());
    toast('All other devices logged out');
    list.reload();
  });
  return (
    <Card title="Devices">
      <FormError error={end.error.value ?? endOthers.error.value} />
      <PagedList resource={list} empty={null}>
        {items => (
          <ul class="rows">
            {items.map(session => (
              <li key={session.id}>
                <div>
                  <strong>{session.device}</strong>
                  <p class="hint">
                    {'Last used '}
                    <RelativeTime at={session.lastUsedAt} />
                    {' · logged in '}
                    <RelativeTime at={session.createdAt} />
                  </p>
                </div>
                {session.current ? (
                  <Badge tone="good">This device</Badge>
                ) : (
                  <Button isSmall label={`Log out ${session.device}`} onClick={() => void end.run(session)}>
                    Log out
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
            Log out other devices
          </Button>
        </div>
      )}
    </Card>
  );
}
