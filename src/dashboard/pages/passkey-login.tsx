import { useEffect, useRef } from 'preact/hooks';
import type { Caller } from '../../auth/model.ts';
import { canSuggestPasskeys, explainNoPasskeys, logInWithPasskey } from '../data/passkeys.ts';
import { useAction } from '../data/resource.ts';
import { passkeys as t } from '../messages/passkeys/index.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/states.tsx';

interface PasskeyLoginProps {
  /** The host that passkeys belong to. */
  host: string;
  onLoggedIn: (user: Caller['user']) => void;
}

/** Logs in with a passkey: by a button, or among the browser's suggestions at the email field. */
export default function PasskeyLogin({ host, onLoggedIn }: PasskeyLoginProps) {
  const isPossible = explainNoPasskeys(host) === undefined;
  const suggestion = useRef<AbortController>(undefined);
  useEffect(() => {
    if (!isPossible) return;
    const controller = new AbortController();
    suggestion.current = controller;
    void suggest(controller.signal).then(user => user && onLoggedIn(user));
    return () => controller.abort();
  }, []);
  const logIn = useAction(async () => {
    // A browser serves one request at a time.
    suggestion.current?.abort();
    const { user } = await logInWithPasskey();
    onLoggedIn(user);
  });
  if (!isPossible) return null;
  return (
    <div class="stack">
      <FormError error={logIn.error.value} />
      <Button busy={logIn.isBusy} onClick={() => void logIn.run()}>
        {t.logInWithPasskey}
      </Button>
    </div>
  );
}

/** Waits until the user chooses a suggested passkey; undefined if that fails or is aborted. */
async function suggest(signal: AbortSignal): Promise<Caller['user'] | undefined> {
  try {
    if (!(await canSuggestPasskeys()) || signal.aborted) return undefined;
    return (await logInWithPasskey({ mediation: 'conditional', signal })).user;
  } catch {
    return undefined;
  }
}
