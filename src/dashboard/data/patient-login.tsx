import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Caller, PageLogin } from '../../auth/model.ts';
import { credentials as t } from '../messages/credentials/index.ts';
import { formatText } from '../messages/text.ts';
import { ApiError } from './api.ts';
import { openSession } from './session.ts';

const SECOND_MS = 1_000;
/** Retries after which the error is shown. */
const MAX_RETRIES = 3;

/**
 * Opens a session like `openSession`, but waits and tries again when too many people behind one address sign in.
 * Render `notice` in the form.
 */
export function usePatientLogin() {
  const secondsLeft = useSignal(0);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const open = async (input: PageLogin): Promise<Caller> => {
    for (let retries = 0; ; retries += 1) {
      try {
        return await openSession(input);
      } catch (error) {
        const canRetry = error instanceof ApiError && error.code === 'RATE_LIMITED' && retries < MAX_RETRIES;
        if (!canRetry) throw error;
        for (let left = error.retryAfterSeconds; left > 0 && !isGone.current; left -= 1) {
          secondsLeft.value = left;
          await new Promise(resolve => setTimeout(resolve, SECOND_MS));
        }
        secondsLeft.value = 0;
        if (isGone.current) throw error;
      }
    }
  };
  const notice =
    secondsLeft.value > 0 ? (
      <p class="notice" role="status">
        {formatText(t.waiting, { seconds: secondsLeft.value })}
      </p>
    ) : null;
  return { open, notice };
}
