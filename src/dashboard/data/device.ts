import { signal } from '@preact/signals';
import type { DeviceState } from '../../places/model.ts';
import { api, call, send } from './api.ts';
import { caller, loadSession, SHARED_DEVICE_KEY, tenantParams } from './session.ts';

/** The shared device that runs these pages; null if it isn't one, undefined while loading. */
export const device = signal<DeviceState | null | undefined>(undefined);

/** Loads the state of the device. @throws ApiError */
export async function loadDevice(): Promise<void> {
  setDevice(await call<DeviceState | null>('GET', '/session/device'));
}

function setDevice(state: DeviceState | null): void {
  device.value = state;
  if (state) localStorage.setItem(SHARED_DEVICE_KEY, '1');
  else localStorage.removeItem(SHARED_DEVICE_KEY);
}

/** Makes this device a shared one, which logs the user out. @throws ApiError */
export async function signInDevice(name: string, placeId: string): Promise<void> {
  await send(api.business.devices.post({ name, placeId, ...tenantParams() }));
  await loadDevice();
  caller.value = null;
}

/** Signs a person in on the shared device. @throws ApiError */
export async function signInByPin(userId: string, pin: string): Promise<void> {
  setDevice(await call<DeviceState>('POST', '/session/pin', { userId, pin }));
  await loadSession();
}

/** Signs the person out, so that another one can sign in. @throws ApiError */
export async function switchPerson(): Promise<void> {
  setDevice(await call<DeviceState>('DELETE', '/session/pin'));
  caller.value = null;
}
