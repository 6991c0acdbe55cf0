import { useSignal } from '@preact/signals';
import { credentials as t } from '../messages/credentials/index.ts';
import { Button } from './button.tsx';
import { TextField, type TextProps } from './field.tsx';

/** Icons of Lucide, as in icon.tsx, that only fields with hidden characters load. */
const EYE = {
  path: 'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
};
const EYE_OFF = {
  path: 'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20',
};

/**
 * A field for a password, PIN or other secret, with a button that shows and hides its characters. Only one whose `autocomplete`
 * names a password is offered to password managers, which would replace a saved password with a PIN.
 */
export function SecretField(field: Omit<TextProps, 'type' | 'button' | 'isMasked'>) {
  const isRevealed = useSignal(false);
  const isPassword = field.autocomplete?.endsWith('password');
  return (
    <TextField
      {...field}
      type={isPassword && !isRevealed.value ? 'password' : 'text'}
      isMasked={!isPassword && !isRevealed.value}
      button={
        <Button
          kind="quiet"
          icon={isRevealed.value ? EYE_OFF : EYE}
          label={isRevealed.value ? t.hideCharacters : t.showCharacters}
          onClick={() => {
            isRevealed.value = !isRevealed.value;
          }}
        />
      }
    />
  );
}
