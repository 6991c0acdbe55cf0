import { hmacSha256 } from '../crypto.ts';
import type { Passwords } from './passwords.ts';
import { PinThrottle } from './pin-throttle.ts';
import type { SharedState } from './shared-state.ts';

/** Hashes the PINs of shared devices, keyed with a secret that a copy of the database does not contain. */
export interface Pins {
  hash(userId: string, pin: string): Promise<string>;
  /** Takes the same time without a hash, so that timing does not reveal who has a PIN. */
  verify(userId: string, pin: string, hash: string | null): Promise<boolean>;
  readonly throttle: PinThrottle;
}

/** @param pepper a secret of the installation; without it, all PINs of a stolen database could be tried */
export function createPins(passwords: Passwords, pepper: string, state: SharedState): Pins {
  const keyed = (userId: string, pin: string) => hmacSha256(pepper, `${userId}:${pin}`);
  return {
    hash: (userId, pin) => passwords.hash(keyed(userId, pin)),
    verify: (userId, pin, hash) => passwords.verify(keyed(userId, pin), hash),
    throttle: new PinThrottle(state),
  };
}
