import type { Signal } from '@preact/signals';
import { useAction } from '../../data/resource.ts';
import { requestCode } from '../../data/sign-in.ts';
import { credentials as t } from '../../messages/credentials/index.ts';
import { formatText } from '../../messages/text.ts';
import { TextField } from '../field.tsx';
import { FormError } from '../states.tsx';
import { toast } from '../toast.tsx';

/** Room for the spaces of a pasted code. */
const CODE_FIELD_LENGTH = 12;

interface CodeFieldsProps {
  /** The address that the code was mailed to. */
  email: string;
  value: Signal<string>;
  /** Path of the shop's page, see requestCode. */
  page?: string | undefined;
  /** Absent where the address is that of the user. */
  onChangeEmail?: () => void;
}

/** The six digits of a mail, which phones offer to fill in, and ways out for those who don't get it. */
export default function CodeFields({ email, value, page, onChangeEmail }: CodeFieldsProps) {
  const resend = useAction(async () => {
    await requestCode(email, page);
    toast(t.codeSentAgain);
  });
  return (
    <>
      <TextField
        hasAutofocus
        name="code"
        label={t.code}
        hint={formatText(t.codeHint, { email })}
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={CODE_FIELD_LENGTH}
        value={value}
        isRequired
      />
      <FormError error={resend.error.value} />
      <p>
        <button type="button" class="link" disabled={resend.isBusy.value} onClick={() => void resend.run()}>
          {t.sendNewCode}
        </button>
      </p>
      {onChangeEmail && (
        <p>
          <button type="button" class="link" onClick={onChangeEmail}>
            {t.otherAddress}
          </button>
        </p>
      )}
    </>
  );
}
