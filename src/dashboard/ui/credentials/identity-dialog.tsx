import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ApiError, call } from '../../data/api.ts';
import { identityRequest } from '../../data/identity.ts';
import { confirmWithPasskey, explainNoPasskeys } from '../../data/passkeys.ts';
import { type Action, useAction } from '../../data/resource.ts';
import { caller } from '../../data/session.ts';
import { requestCode, useSignInOptions } from '../../data/sign-in.ts';
import { security as t } from '../../messages/security/index.ts';
import { shell } from '../../messages/shell/index.ts';
import { sign } from '../../messages/sign/index.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Form } from '../form.tsx';
import { explainWrongCode } from '../second-factor-dialog.tsx';
import { FormError } from '../states.tsx';
import { AppCodeField } from './app-code-field.tsx';
import CodeFields from './code-fields.tsx';
import { PasswordField } from './credential-fields.tsx';

/** Asks who uses the session, for a change that waits for it. */
export default function IdentityDialog() {
  const request = identityRequest.value;
  const { token = '', methods = [] } = request?.challenge ?? {};
  const asksPassword = useSignal(methods.includes('password'));
  const host = useSignInOptions().data.value?.passkeyHost ?? null;
  const byApp = methods.includes('app');
  const byCode = byApp || methods.includes('email');
  const byPasskey = methods.includes('passkey') && explainNoPasskeys(host) === undefined;
  const passkey = useAction(async () => {
    await confirmWithPasskey(token, host ?? '').catch(explainExpiry);
    request?.close(true);
  });
  const confirm = async (proof: object) => {
    const body = { action: 'confirmIdentity', challenge: token, ...proof };
    await call('POST', '/api/v1/auth', body).catch(explainExpiry);
    request?.close(true);
  };
  const others = (
    <>
      <Button onClick={() => request?.close(false)}>{shell.cancel}</Button>
      {byPasskey && (
        <Button busy={passkey.isBusy} onClick={() => void passkey.run()}>
          {t.usePasskey}
        </Button>
      )}
      {byCode && methods.includes('password') && (
        <Button
          kind="quiet"
          onClick={() => {
            asksPassword.value = !asksPassword.value;
          }}
        >
          {asksPassword.value ? t.useCode : sign.usePassword}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t.confirmTitle} onClose={() => request?.close(false)}>
      <div class="stack">
        <p>{methods.length === 0 ? t.confirmByLogin : t.confirmHow}</p>
        <FormError error={passkey.error.value} />
        {asksPassword.value ? (
          <PasswordProof confirm={confirm}>{others}</PasswordProof>
        ) : byCode ? (
          <CodeProof isOfApp={byApp} confirm={confirm}>
            {others}
          </CodeProof>
        ) : (
          <footer>{others}</footer>
        )}
      </div>
    </Dialog>
  );
}

interface ProofProps {
  confirm: (proof: object) => Promise<void>;
  /** The buttons beside the one that confirms. */
  children: ComponentChildren;
}

function PasswordProof({ confirm, children }: ProofProps) {
  const password = useSignal('');
  const send = useAction(() => confirm({ password: password.value }).catch(explainWrongPassword));
  return (
    <Form class="stack" action={send}>
      <PasswordField value={password} hasAutofocus />
      <ProofButtons action={send} label={t.verify}>
        {children}
      </ProofButtons>
    </Form>
  );
}

function CodeProof({ isOfApp, confirm, children }: ProofProps & { isOfApp: boolean }) {
  const code = useSignal('');
  const isSent = useSignal(false);
  const email = caller.value?.user.email ?? '';
  const ask = useAction(async () => {
    await requestCode(email);
    isSent.value = true;
  });
  const send = useAction(() => confirm({ code: code.value.trim() }).catch(explainWrongCode));
  if (!isOfApp && !isSent.value)
    return (
      <Form class="stack" action={ask}>
        <ProofButtons action={ask} label={sign.emailCode}>
          {children}
        </ProofButtons>
      </Form>
    );
  return (
    <Form class="stack" action={send}>
      {isOfApp ? <AppCodeField value={code} /> : <CodeFields email={email} value={code} />}
      <ProofButtons action={send} label={t.verify}>
        {children}
      </ProofButtons>
    </Form>
  );
}

interface ProofButtonsProps {
  action: Action<[]>;
  label: string;
  children: ComponentChildren;
}

function ProofButtons({ action, label, children }: ProofButtonsProps) {
  return (
    <>
      <FormError error={action.error.value} />
      <footer>
        {children}
        <Button type="submit" kind="primary" busy={action.isBusy}>
          {label}
        </Button>
      </footer>
    </>
  );
}

/** Replaces the error of a challenge that has expired. @throws ApiError */
function explainExpiry(error: unknown): never {
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
    throw new ApiError({ code: 'CHALLENGE_EXPIRED', message: t.confirmExpired });
  throw error;
}

/** Replaces the error of a wrong password, whose general text also names the address. @throws ApiError */
function explainWrongPassword(error: unknown): never {
  if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
    throw new ApiError({ code: 'WRONG_PASSWORD', message: t.wrongPassword });
  throw error;
}
