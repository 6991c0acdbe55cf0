import { computed, effect, signal } from '@preact/signals';
import { POSITION_PERMISSIONS } from '../../../db/enums.ts';
import type { PageCaller as Caller } from '../../auth/account-model.ts';
import type { PageLogin } from '../../auth/model.ts';
import { ApiError, call, onSessionEnd } from './api.ts';
import { setOwnCurrency } from './currency.ts';
import { sendHeld } from './held-action.ts';
import { adoptLocale } from './language.ts';
import type { Audience, PageRoute, Permission } from './router.ts';
import { deviceZone, timeZone } from './time-zone.ts';

/** The logged-in user; null when logged out, undefined while loading. */
export const caller = signal<Caller | null | undefined>(undefined);
export const role = computed(() => caller.value?.user.role ?? null);

effect(() => {
  const { shop, preferences } = caller.value ?? {};
  timeZone.value = shop?.timeZone ?? preferences?.timeZone ?? deviceZone;
});

/** Adopts a change of the user's business, or the one that an admin has chosen. */
export function setShop({ timeZone, locale, currency, usdRate }: NonNullable<Caller['shop']>): void {
  const shop = { timeZone, locale, currency, usdRate };
  setOwnCurrency(shop);
  if (caller.value) caller.value = { ...caller.value, shop };
}

/** The business that an admin has chosen to work in. */
const chosenBusiness = signal(localStorage.getItem('businessId') ?? '');

/** The current business; null for customers, admins who have not chosen one, and people who lack a second factor. */
export const businessId = computed(() => {
  if (caller.value?.lacksSecondFactor) return null;
  return role.value === 'admin' ? chosenBusiness.value || null : (caller.value?.user.businessId ?? null);
});

/** Returns the business id for request bodies and queries, which only admins must send. */
export function tenantParams(): { businessId?: string } {
  return role.value === 'admin' && chosenBusiness.value ? { businessId: chosenBusiness.value } : {};
}

export function chooseBusiness(id: string): void {
  localStorage.setItem('businessId', id);
  chosenBusiness.value = id;
}

/** Set in the local storage of a shared device, where people sign in by PIN instead of logging in. */
export const SHARED_DEVICE_KEY = 'sharedDevice';

/** Set while the session has ended and the user can log in again; called with whether they did. */
export const sessionRequest = signal<((isResumed: boolean) => void) | null>(null);
let resumption: Promise<boolean> | undefined;
let isClosing = false;
/** The log-outs so far, by which a response tells that the session it describes has ended. */
let closings = 0;

// Requests that fail at the same time wait for the same dialog; those in progress at a log-out ask for nothing.
onSessionEnd(() => {
  if (!caller.value || isClosing) return Promise.resolve(false);
  if (caller.value.isAtCounter) {
    caller.value = null;
    return Promise.resolve(false);
  }
  resumption ??= new Promise(resolve => {
    sessionRequest.value = isResumed => {
      sessionRequest.value = null;
      resumption = undefined;
      if (!isResumed) caller.value = null;
      resolve(isResumed);
    };
  });
  return resumption;
});

declare global {
  /** The response that early.ts has requested. */
  var earlySession: Promise<Response> | undefined;
}

/** Shows amounts in the currency of the business, which an admin has chosen, before anything is rendered. */
export async function enterSession(found: Caller | null): Promise<void> {
  const chosen = found?.user.role === 'admin' && chosenBusiness.value;
  setOwnCurrency(
    chosen
      ? await call<Caller['shop']>('GET', `/api/v1/business?businessId=${chosen}`).catch(() => null)
      : (found?.shop ?? null),
  );
  caller.value = found;
  if (found && !found.isAtCounter) adoptLocale(found.preferences.locale);
}

/** Loads the session. @throws ApiError */
export async function loadSession(): Promise<void> {
  const before = closings;
  const early = await globalThis.earlySession?.catch(() => undefined);
  globalThis.earlySession = undefined;
  const found = early?.ok
    ? ((await early.json()) as { data: Caller | null }).data
    : await call<Caller | null>('GET', '/session');
  if (closings === before) await enterSession(found);
}

interface SecondFactorRequest {
  challenge: string;
  complete(caller: Caller): void;
  cancel(error: ApiError): void;
}

/** Set while a login waits for the second factor, which a dialog asks for. */
export const secondFactorRequest = signal<SecondFactorRequest | null>(null);

/** Completes a login that requires a second factor. @throws ApiError for any other failed login, and if the user cancels */
async function askSecondFactor(error: unknown): Promise<Caller> {
  if (!(error instanceof ApiError) || !error.challenge) throw error;
  const { challenge } = error;
  try {
    return await new Promise((complete, cancel) => {
      secondFactorRequest.value = { challenge, complete, cancel };
    });
  } finally {
    secondFactorRequest.value = null;
  }
}

/** Logs in, or signs up and logs in; the cookie is HttpOnly. @throws ApiError */
export async function openSession(input: PageLogin): Promise<Caller> {
  const opened = await call<Caller>('POST', '/session', input).catch(askSecondFactor);
  await enterSession(opened);
  return opened;
}

/** Logs out on this device or everywhere. @throws ApiError */
export async function closeSession(everywhere = false): Promise<void> {
  await sendHeld();
  isClosing = true;
  try {
    await call('DELETE', `/session${everywhere ? '?everywhere=true' : ''}`);
    forgetSession();
  } finally {
    isClosing = false;
  }
}

/** Shows the pages of a visitor after a request has ended the session, also if another one has asked to log in again. */
export function forgetSession(): void {
  closings += 1;
  sessionRequest.value?.(false);
  caller.value = null;
}

/** The page on which owners and admins set up a second factor. */
export const ACCOUNT_PATH = '/dashboard/account';

const AUDIENCES: Record<Audience, (user: Caller['user']) => boolean> = {
  anyone: () => true,
  customer: user => user.role === 'customer',
  business: user => user.role !== 'customer',
  admin: user => user.role === 'admin',
};

/** Returns whether the user may open a page. */
export function canOpen({
  path: route,
  audience,
  permission,
  needsLogin,
}: Pick<PageRoute, 'path' | 'audience' | 'permission' | 'needsLogin'>): boolean {
  if (audience === 'anyone') return true;
  if (caller.value?.lacksSecondFactor && route !== ACCOUNT_PATH) return false;
  if (needsLogin && caller.value?.isAtCounter) return false;
  if (!caller.value || !AUDIENCES[audience](caller.value.user)) return false;
  return audience === 'customer' || hasPermission(permission ?? 'view');
}

/** Returns whether the user's position grants a permission; admins have all. */
export function hasPermission(permission: Permission): boolean {
  const { role, position } = caller.value?.user ?? {};
  return role === 'admin' || (!!position && POSITION_PERMISSIONS[position].includes(permission));
}

/** Whether the user has turned on developer tools; never for customers. */
export const hasDeveloperTools = computed(
  () => role.value !== 'customer' && caller.value?.preferences.developerTools === true,
);

/** Returns the first page after login. */
export function getHomePath(user: Caller['user']): string {
  if (user.role === 'customer') return '/';
  return user.position === 'counter' ? '/dashboard/counter' : '/dashboard';
}
