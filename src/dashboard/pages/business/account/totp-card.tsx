import { useSignal } from '@preact/signals';
import type { Account, RecoveryCodes, TotpState } from '../../../../auth/account-model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { caller } from '../../../data/session.ts';
import { security as t } from '../../../messages/security/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { changeTotp, RecoveryCodeList, TotpSetupDialog } from './totp-setup.tsx';

type OpenDialog = 'setUp' | 'renew' | 'turnOff' | null;

/** The authenticator app of an owner or admin as a second factor. */
export default function TotpCard({ account }: { account: Account | undefined }) {
  const state = useResource(abort => send(api.account.totp.get({ ...abort })), []);
  const open = useSignal<OpenDialog>(null);
  const codes = useSignal<string[] | null>(null);
  const close = () => {
    open.value = null;
    state.reload();
  };
  const show = (issued: string[]) => {
    codes.value = issued;
    if (caller.value) caller.value = { ...caller.value, lacksSecondFactor: false };
    close();
  };
  return (
    <Loaded resource={state} lines={2}>
      {totp =>
        !totp.enabled && !totp.canEnable ? null : (
          <Card title={t.title}>
            <TotpSummary totp={totp} onOpen={dialog => (open.value = dialog)} />
            {open.value === 'setUp' && account && (
              <TotpSetupDialog hasPassword={account.hasPassword} onDone={show} onClose={close} />
            )}
            {open.value === 'renew' && (
              <CodeDialog
                title={t.newCodes}
                confirm={async code => {
                  const issued = await changeTotp<RecoveryCodes>({ action: 'renewCodes', code });
                  show(issued.codes);
                }}
                onClose={close}
              />
            )}
            {open.value === 'turnOff' && (
              <CodeDialog
                title={t.turnOff}
                confirm={async code => {
                  await changeTotp({ action: 'disable', code });
                  toast(t.turnedOff);
                  close();
                }}
                onClose={close}
              />
            )}
            {codes.value && <RecoveryCodeList codes={codes.value} onClose={() => (codes.value = null)} />}
          </Card>
        )
      }
    </Loaded>
  );
}

function TotpSummary({
  totp: { enabled, recoveryCodesLeft },
  onOpen,
}: {
  totp: TotpState;
  onOpen: (dialog: OpenDialog) => void;
}) {
  if (!enabled)
    return (
      <>
        {caller.value?.lacksSecondFactor && <p class="notice">{t.required}</p>}
        <p>{t.off}</p>
        <div class="actions">
          <Button onClick={() => onOpen('setUp')}>{t.setUp}</Button>
        </div>
      </>
    );
  return (
    <>
      <p>{t.on}</p>
      <p>
        <Badge tone={recoveryCodesLeft > 2 ? 'good' : 'warn'}>
          {formatText(t.codesLeft, { count: recoveryCodesLeft })}
        </Badge>
      </p>
      <div class="actions">
        <Button onClick={() => onOpen('renew')}>{t.newCodes}</Button>
        <Button onClick={() => onOpen('turnOff')}>{t.turnOff}</Button>
      </div>
    </>
  );
}

interface CodeDialogProps {
  title: string;
  confirm: (code: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a code before a change of the second factor. */
function CodeDialog({ title, confirm, onClose }: CodeDialogProps) {
  const code = useSignal('');
  const submit = useAction(() => confirm(code.value));
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit.submit}>
        <TextField
          label={t.code}
          hint={t.codeHint}
          autocomplete="one-time-code"
          maxLength={20}
          value={code}
          error={submit.fieldError('code')}
          isRequired
        />
        <FormError error={submit.error.value} />
        <footer>
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" kind="primary" busy={submit.isBusy}>
            {title}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
