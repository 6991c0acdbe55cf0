import { signal } from '@preact/signals';
import type { Account, RecoveryCodes, TotpState } from '../../../../auth/account-model.ts';
import { api } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { caller } from '../../../data/session.ts';
import { security as t } from '../../../messages/security/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { AppCodeField } from '../../../ui/credentials/app-code-field.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { changeTotp, RecoveryCodeList, TotpSetupDialog } from './totp-setup.tsx';

/** The authenticator app of an owner or admin as a second factor. */
export default function TotpCard({ account }: { account: Account | undefined }) {
  const state = useRead(api.account.totp.get);
  const show = (issued: string[]) => {
    if (caller.value) caller.value = { ...caller.value, lacksSecondFactor: false };
    state.reload();
    openDialog(close => <RecoveryCodeList codes={issued} onClose={close} />);
  };
  const setUp = () =>
    account &&
    openDialog(close => <TotpSetupDialog hasPassword={account.hasPassword} onDone={show} onClose={close} />);
  const renew = () =>
    askForCode(t.newCodes, async code =>
      show((await changeTotp<RecoveryCodes>({ action: 'renewCodes', code })).codes),
    );
  const turnOff = () =>
    askForCode(t.turnOff, async code => {
      await changeTotp({ action: 'disable', code });
      toast(t.turnedOff);
      state.reload();
    });
  return (
    <Loaded resource={state} lines={2}>
      {totp =>
        !totp.enabled && !totp.canEnable ? null : (
          <Card title={t.title}>
            <TotpSummary totp={totp} onSetUp={setUp} onRenew={renew} onTurnOff={turnOff} />
          </Card>
        )
      }
    </Loaded>
  );
}

interface TotpSummaryProps {
  totp: TotpState;
  onSetUp: () => void;
  onRenew: () => void;
  onTurnOff: () => void;
}

function TotpSummary({
  totp: { enabled, recoveryCodesLeft },
  onSetUp,
  onRenew,
  onTurnOff,
}: TotpSummaryProps) {
  if (!enabled)
    return (
      <>
        {caller.value?.lacksSecondFactor && <p class="notice">{t.required}</p>}
        <p>{t.off}</p>
        <div class="actions">
          <Button onClick={onSetUp}>{t.setUp}</Button>
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
        <Button onClick={onRenew}>{t.newCodes}</Button>
        <Button onClick={onTurnOff}>{t.turnOff}</Button>
      </div>
    </>
  );
}

/** Asks for a code before a change of the second factor. */
function askForCode(title: string, run: (code: string) => Promise<void>): void {
  const code = signal('');
  openForm({
    title,
    submitLabel: title,
    content: <AppCodeField value={code} />,
    run: () => run(code.value),
  });
}
