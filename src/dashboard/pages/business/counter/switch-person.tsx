import { useEffect } from 'preact/hooks';
import { device, loadDevice, switchPerson } from '../../../data/device.ts';
import { useAction } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { caller } from '../../../data/session.ts';
import { device as t } from '../../../messages/device/index.ts';
import { Button } from '../../../ui/button.tsx';

const SECOND_MS = 1_000;
/** Input that shows that the person is still there. */
const ACTIVITY = ['pointerdown', 'keydown'];

/**
 * Shows who is signed in on a shared device and where, with a button for the next person. Signs the person out after
 * the idle time. Renders nothing for a person with a login of their own.
 */
export default function SwitchPerson() {
  const isAtCounter = caller.value?.isAtCounter === true;
  const leave = useAction(async () => {
    await switchPerson();
    navigate('/counter', { replace: true });
  });
  useEffect(() => {
    if (isAtCounter && device.value === undefined) loadDevice().catch(() => {});
  }, [isAtCounter]);
  const idleSeconds = device.value?.idleSeconds;
  useEffect(() => {
    if (!isAtCounter || idleSeconds === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void leave.run(), idleSeconds * SECOND_MS);
    };
    restart();
    for (const type of ACTIVITY) addEventListener(type, restart);
    return () => {
      clearTimeout(timer);
      for (const type of ACTIVITY) removeEventListener(type, restart);
    };
  }, [isAtCounter, idleSeconds]);
  if (!isAtCounter) return null;
  return (
    <p class="switch-person">
      <span>
        {caller.value?.user.name}
        {device.value && ` · ${device.value.place.name}`}
      </span>
      <Button isSmall busy={leave.isBusy} onClick={() => void leave.run()}>
        {t.switchPerson}
      </Button>
    </p>
  );
}
