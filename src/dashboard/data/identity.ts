import { signal } from '@preact/signals';
import { type IdentityChallenge, onProofRequired } from './api.ts';

interface IdentityRequest {
  challenge: IdentityChallenge;
  /** Closes the dialog. @param isConfirmed whether the request may be sent again */
  close(isConfirmed: boolean): void;
}

/** Set while a change waits until the user confirms who they are, for which a dialog asks. */
export const identityRequest = signal<IdentityRequest | null>(null);

// A second request that fails meanwhile is not confirmed: it would need a challenge of its own.
onProofRequired(challenge => {
  if (identityRequest.value) return Promise.resolve(false);
  return new Promise(resolve => {
    const close = (isConfirmed: boolean) => {
      identityRequest.value = null;
      resolve(isConfirmed);
    };
    identityRequest.value = { challenge, close };
  });
});
