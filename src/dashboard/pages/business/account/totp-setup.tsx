import { useSignal } from '@preact/signals';
import type { RecoveryCodes, TotpAnswer, TotpRequest, TotpSetup } from '../../../../auth/account-model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { security as t } from '../../../messages/security/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/components.tsx';
import { PasswordField } from '../../../ui/credentials/credential-fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import Qr from '../../../ui/qr.tsx';
import { explainWrongCode } from '../../../ui/second-factor-dialog.tsx';
import { FormError } from '../../../ui/states.tsx';

/** Changes the second factor; the caller names the answer that belongs to the action. @throws ApiError */
export async function changeTotp<T extends TotpAnswer>(request: TotpRequest): Promise<T> {
  return (await send(api.account.totp.post(request)).catch(explainWrongCode)) as T;
}

interface SetupProps {
  hasPassword: boolean;
  onDone: (codes: string[]) => void;
  onClose: () => void;
}

/** Sets up an authenticator app: the password, the QR code, and the first code. */
export function TotpSetupDialog({ hasPassword, onDone, onClose }: SetupProps) {
  const setup = useSignal<TotpSetup | null>(null);
  const password = useSignal('');
  const code = useSignal('');
  const start = useAction(async () => {
    const proof = hasPassword ? { currentPassword: password.value } : {};
    setup.value = (await send(api.account.totp.post({ action: 'start', ...proof }))) as TotpSetup;
  });
  const confirm = useAction(async () => {
    const { codes } = await changeTotp<RecoveryCodes>({ action: 'confirm', code: code.value });
    onDone(codes);
  });
  const { secret, uri } = setup.value ?? {};
  return (
    <Dialog title={t.setUp} onClose={onClose}>
      {secret === undefined || uri === undefined ? (
        <Form key="start" class="stack" action={start}>
          <p>{t.off}</p>
          {hasPassword && <PasswordField value={password} name="currentPassword" />}
          <FormError error={start.error.value} />
          <footer>
            <Button onClick={onClose}>{shell.cancel}</Button>
            <SubmitButton>{t.setUp}</SubmitButton>
          </footer>
        </Form>
      ) : (
        <Form key="confirm" class="stack" action={confirm}>
          <p>{t.scan}</p>
          <Qr text={uri} label={t.qr} />
          <p class="secret-value">
            <code>{secret}</code>
            <CopyButton text={secret} />
          </p>
          <TextField
            hasAutofocus
            label={t.code}
            inputMode="numeric"
            autocomplete="one-time-code"
            maxLength={7}
            value={code}
            name="code"
            isRequired
          />
          <FormError error={confirm.error.value} />
          <footer>
            <Button onClick={onClose}>{shell.cancel}</Button>
            <SubmitButton>{t.turnOn}</SubmitButton>
          </footer>
        </Form>
      )}
    </Dialog>
  );
}

/** Shows the recovery codes, which the server returns only once. */
export function RecoveryCodeList({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog title={t.codesTitle} onClose={onClose} isGuarded>
      <p>{t.codesHint}</p>
      <ul>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <footer>
        <CopyButton text={codes.join('\n')} />
        <Button kind="primary" onClick={onClose}>
          {t.saved}
        </Button>
      </footer>
    </Dialog>
  );
}
