import type { Signal } from '@preact/signals';
import { security as t } from '../../messages/security/index.ts';
import { TextField } from '../field.tsx';

/** The length of a recovery code with spaces between its parts. */
const MAX_LENGTH = 20;

/** A code of the authenticator app, or a recovery code. */
export function AppCodeField({ value }: { value: Signal<string> }) {
  return (
    <TextField
      label={t.code}
      hint={t.codeHint}
      autocomplete="one-time-code"
      maxLength={MAX_LENGTH}
      value={value}
      name="code"
      isRequired
    />
  );
}
