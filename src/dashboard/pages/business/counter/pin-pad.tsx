import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DeviceState } from '../../../../places/model.ts';
import { signInByPin } from '../../../data/device.ts';
import { useAction } from '../../../data/resource.ts';
import { device as t } from '../../../messages/device/index.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { EmptyState, FormError } from '../../../ui/states.tsx';

const MIN_DIGITS = 4;
const MAX_DIGITS = 6;
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface PinPadProps {
  state: DeviceState;
  /** Called once the person is signed in. */
  onSignedIn: () => void;
}

/** Lets one of the people of a shared device sign in by PIN, by touch or keyboard. */
export function PinPad({ state, onSignedIn }: PinPadProps) {
  const chosen = useSignal<string | null>(null);
  const { people, place, device } = state;
  const person = people.find(({ id }) => id === chosen.value);
  if (people.length === 0)
    return (
      <EmptyState icon="key" title={t.noPins}>
        <p>{t.noPinsHow}</p>
        <ButtonLink href="/login?next=/dashboard/account" kind="primary">
          {t.logIn}
        </ButtonLink>
      </EmptyState>
    );
  if (person)
    return (
      <PinForm
        key={person.id}
        person={person}
        onBack={() => {
          chosen.value = null;
        }}
        onSignedIn={onSignedIn}
      />
    );
  return (
    <Card title={t.who}>
      <p class="hint">
        {device.name} · {place.name}
      </p>
      <ul class="pin-people">
        {people.map(({ id, name }) => (
          <li key={id}>
            <Button
              onClick={() => {
                chosen.value = id;
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface PinFormProps {
  person: { id: string; name: string };
  onBack: () => void;
  onSignedIn: () => void;
}

function PinForm({ person, onBack, onSignedIn }: PinFormProps) {
  const pin = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  // Before the next key: an effect after the paint would lose digits that are typed at once.
  useLayoutEffect(() => input.current?.focus(), []);
  const set = (text: string) => {
    pin.value = text.replace(/\D/g, '').slice(0, MAX_DIGITS);
  };
  const signIn = useAction(async () => {
    try {
      await signInByPin(person.id, pin.value);
    } catch (error) {
      pin.value = '';
      input.current?.focus();
      throw error;
    }
    onSignedIn();
  });
  return (
    <Card title={person.name}>
      <form
        class="pin-pad"
        onSubmit={signIn.submit}
        onKeyDown={event => {
          if (event.key === 'Escape') onBack();
        }}
      >
        <label for="pin">{t.pin}</label>
        <input
          ref={input}
          id="pin"
          class="masked"
          // The keys below replace the keyboard of a phone; a real keyboard works, too.
          inputMode="none"
          autocomplete="off"
          value={pin.value}
          aria-invalid={signIn.error.value ? true : undefined}
          onInput={event => set(event.currentTarget.value)}
        />
        <div class="pin-keys">
          {DIGITS.map(digit => (
            <PinKey key={digit} digit={digit} onPress={() => set(pin.value + digit)} />
          ))}
          <Button icon="back" label={t.deleteDigit} onClick={() => set(pin.value.slice(0, -1))} />
          <PinKey digit="0" onPress={() => set(`${pin.value}0`)} />
          <Button
            type="submit"
            kind="primary"
            icon="check"
            label={t.signIn}
            busy={signIn.isBusy}
            isDisabled={pin.value.length < MIN_DIGITS}
          />
        </div>
        <FormError error={signIn.error.value} />
        <Button kind="quiet" onClick={onBack}>
          {t.otherPerson}
        </Button>
      </form>
    </Card>
  );
}

function PinKey({ digit, onPress }: { digit: string; onPress: () => void }) {
  return <Button onClick={onPress}>{digit}</Button>;
}
