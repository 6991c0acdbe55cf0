import { computed, signal } from '@preact/signals';
import { POSITION_PERMISSIONS } from '../../../db/enums.ts';
import type { Caller, PageLogin } from '../../auth/model.ts';
import { call, whenSignedOut } from './api.ts';
import type { Audience, PageRoute, Permission } from './router.ts';

/** Who is logged in; null for nobody, undefined until that is known. */
export const caller = signal<Caller | null | undefined>(undefined);
export const role = computed(() => caller.value?.user.role ?? null);

/** Where an admin works: the business whose records pages show and change. */
const chosenBusiness = signal(localStorage.getItem('businessId') ?? '');

/** The business that the pages speak of; null for a customer, and for an admin who has not chosen one. */
export const businessId = computed(() =>
  role.value === 'admin' ? chosenBusiness.value || null : (caller.value?.user.businessId ?? null),
);

/** For bodies and queries: an admin must name the tenant, everybody else may not need to. */
export function tenant(): { businessId?: string } {
  return role.value === 'admin' && chosenBusiness.value ? { businessId: chosenBusiness.value } : {};
}

export function chooseBusiness(id: string): void {
  localStorage.setItem('businessId', id);
  chosenBusiness.value = id;
}

whenSignedOut(() => {
  if (caller.value) caller.value = null;
});

/** Asks the server who is logged in. @throws ApiError when it cannot say */
export async function loadSession(): Promise<void> {
  caller.value = await call<Caller | null>('GET', '/session');
}

/** Logs in, or registers and logs in; the browser keeps the cookie, no script sees it. @throws ApiError */
export async function openSession(input: PageLogin): Promise<Caller> {
  const opened = await call<Caller>('POST', '/session', input);
  caller.value = opened;
  return opened;
}

/** Logs out, here or wherever this person is logged in. @throws ApiError */
export async function closeSession(everywhere = false): Promise<void> {
  await call('DELETE', `/session${everywhere ? '?everywhere=true' : ''}`);
  caller.value = null;
}

const AUDIENCES: Record<Audience, (user: Caller['user']) => boolean> = {
  anyone: () => true,
  customer: user => user.role === 'customer',
  business: user => user.role !== 'customer',
  admin: user => user.role === 'admin',
};

/** Whether the person may open a page. */
export function mayOpen({ audience, permission }: Pick<PageRoute, 'audience' | 'permission'>): boolean {
  if (audience === 'anyone') return true;
  if (!caller.value || !AUDIENCES[audience](caller.value.user)) return false;
  return !permission || hasPermission(permission);
}

/** Whether the person's position holds a permission; admins need none. */
export function hasPermission(permission: Permission): boolean {
  const { role, position } = caller.value?.user ?? {};
  return role === 'admin' || (!!position && POSITION_PERMISSIONS[position].includes(permission));
}

/** The first page after logging in. */
export function homeOf(user: Caller['user']): string {
  return user.role === 'customer' ? '/' : '/dashboard';
}
