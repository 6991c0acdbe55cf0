import { useSignal } from '@preact/signals';
import type { Passkey } from '../../auth/passkey-model.ts';
import { api, send } from '../data/api.ts';
import { createPasskey, explainNoPasskeys } from '../data/passkeys.ts';
import { useAction, useResource } from '../data/resource.ts';
import { useSignInOptions } from '../data/sign-in.ts';
import { passkeys as t } from '../messages/passkeys/index.ts';
import { shell } from '../messages/shell/index.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/components.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { FormError, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

/** Maximum passkeys of an account. */
const ALL = 20;

/** The user's passkeys, with buttons to add, rename and remove them. */
export default function PasskeysCard() {
  const query = { page: 1, perPage: ALL };
  const list = useResource(abort => send(api.account.passkeys.get({ query, ...abort })), []);
  const options = useSignInOptions().data.value;
  const renamed = useSignal<Passkey | null>(null);
  const add = useAction(async () => {
    renamed.value = await createPasskey();
    toast(t.passkeyAdded);
    list.reload();
  });
  const remove = useAction(async ({ id }: Passkey) => {
    await send(api.account.passkeys({ id }).delete());
    toast(t.passkeyRemoved);
    list.reload();
  });
  const obstacle = options && explainNoPasskeys(options.passkeyHost);
  return (
    <Card title={t.passkeys}>
      <p>{t.passkeysHow}</p>
      <FormError error={add.error.value ?? remove.error.value} />
      <Loaded resource={list} lines={1}>
        {({ items }) =>
          items.length === 0 ? null : (
            <ul class="rows">
              {items.map(passkey => (
                <li key={passkey.id}>
                  <div>
                    <strong>{passkey.name}</strong>
                    <p class="hint">
                      {`${t.lastUsed} `}
                      <RelativeTime at={passkey.lastUsedAt} />
                      {` · ${t.added} `}
                      <RelativeTime at={passkey.createdAt} />
                    </p>
                  </div>
                  <div class="actions">
                    <Button
                      isSmall
                      label={`${t.rename}: ${passkey.name}`}
                      onClick={() => {
                        renamed.value = passkey;
                      }}
                    >
                      {t.rename}
                    </Button>
                    <Button
                      isSmall
                      label={`${t.remove}: ${passkey.name}`}
                      onClick={() => void remove.run(passkey)}
                    >
                      {t.remove}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {obstacle ? (
        <p class="hint">{obstacle}</p>
      ) : (
        <div class="actions">
          <Button busy={add.isBusy} onClick={() => void add.run()}>
            {t.addPasskey}
          </Button>
        </div>
      )}
      {renamed.value && (
        <RenameDialog
          passkey={renamed.value}
          onClose={() => {
            renamed.value = null;
            list.reload();
          }}
        />
      )}
    </Card>
  );
}

function RenameDialog({ passkey: { id, name: before }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const name = useSignal(before);
  const save = useAction(async () => {
    await send(api.account.passkeys({ id }).put({ name: name.value }));
    onClose();
  });
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <form class="stack" onSubmit={save.submit}>
        <TextField label={t.name} value={name} maxLength={100} error={save.fieldError('name')} isRequired />
        <FormError error={save.error.value} />
        <footer>
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" kind="primary" busy={save.isBusy}>
            {t.rename}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
