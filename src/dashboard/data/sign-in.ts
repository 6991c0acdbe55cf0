import type { SignInOptions } from '../../auth/account-model.ts';
import { call } from './api.ts';
import { type Resource, useResource } from './resource.ts';
import { query } from './router.ts';

const SHOP_PAGE = /^\/(s|c|campaigns)\/[\w-]{1,80}/;

/** Loads how a visitor can sign in. */
export function useSignInOptions(): Resource<SignInOptions> {
  return useResource(
    ({ fetch: { signal } }) => call<SignInOptions>('GET', '/session/options', undefined, { signal }),
    [],
  );
}

/** Returns whether people with a role can create an account; true until the options are loaded. */
export function canRegister(options: Resource<SignInOptions>, role: 'customer' | 'business'): boolean {
  const { registration = 'open' } = options.data.value ?? {};
  return registration === 'open' || (registration === 'customers' && role === 'customer');
}

/**
 * Has a sign-in code emailed. The answer is the same for every address, so it reveals no accounts.
 * @param page the path of the shop's page that the mail shows; by default the page that is open, or that signing in leads to
 * @throws ApiError
 */
export async function requestCode(email: string, page = readNextPage() ?? location.pathname): Promise<void> {
  await call('POST', '/session/code', { email, page: SHOP_PAGE.exec(page)?.[0] });
}

/** Takes the address and code of a mailed link out of the page's URL; undefined without them. */
export function takeMailedCode(): { email: string; code: string } | undefined {
  const given = new URLSearchParams(location.hash.slice(1));
  const [email, code] = [given.get('email'), given.get('code')];
  if (!email || !code) return undefined;
  // The code must not stay in the history.
  history.replaceState(null, '', location.pathname + location.search);
  return { email, code };
}

/** Set in the local storage of people who log in with a password though codes can be mailed. */
const PREFERENCE_KEY = 'signInWith';

/** Returns whether the person chose to log in with a password on this device. */
export function prefersPassword(): boolean {
  return localStorage.getItem(PREFERENCE_KEY) === 'password';
}

export function rememberPassword(isPassword: boolean): void {
  localStorage.setItem(PREFERENCE_KEY, isPassword ? 'password' : 'code');
}

/** Returns the page to open after signing in; only same-origin paths, to prevent open redirects. */
export function readNextPage(): string | undefined {
  const next = query.value.get('next') ?? '';
  return /^\/(?![/\\])/.test(next) && URL.parse(next, location.origin)?.origin === location.origin
    ? next
    : undefined;
}
