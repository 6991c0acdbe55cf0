import { useSignal } from '@preact/signals';
import type { PageCaller as Caller } from '../../auth/account-model.ts';
import { ApiError, call } from '../data/api.ts';
import { useAction } from '../data/resource.ts';
import { secondFactorRequest } from '../data/session.ts';
import { security as t } from '../messages/security/index.ts';
import { AppCodeField } from './credentials/app-code-field.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Asks for the second factor of the login that is waiting. */
export default function SecondFactorDialog() {
  const request = secondFactorRequest.value;
  const code = useSignal('');
  const verify = useAction(async () => {
    const body = { action: 'secondFactor', challenge: request?.challenge, code: code.value };
    request?.complete(await call<Caller>('POST', '/session', body).catch(explainWrongCode));
  });
  const cancel = () => request?.cancel(new ApiError({ code: 'SECOND_FACTOR_REQUIRED', message: t.needed }));
  return (
    <FormDialog title={t.title} submitLabel={t.verify} action={verify} onClose={cancel}>
      <AppCodeField value={code} />
    </FormDialog>
  );
}

/** Replaces the error of a wrong code, whose general text is about passwords. @throws ApiError */
export function explainWrongCode(error: unknown): never {
  if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
    throw new ApiError({ code: 'WRONG_CODE', message: t.wrongCode });
  throw error;
}
