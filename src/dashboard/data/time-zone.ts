import { signal } from '@preact/signals';

/** The time zone of this device. */
export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which the pages show and read times: that of the user's shop, else of the person, else of the device. */
export const timeZone = signal(deviceZone);

/** Whether the device names the place where it is; a server, or a browser against tracking, says UTC. */
export const hasDeviceZone = !/^(Etc\/|UTC$|GMT$)/.test(deviceZone);
