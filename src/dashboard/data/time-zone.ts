import { signal } from '@preact/signals';
import { toUsableTimeZone } from '../../platform/intl.ts';

/** The time zone of this device; UTC if the browser names none, or one that it can't use itself. */
export const deviceZone: string = toUsableTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * The time zone in which the pages show and read times: that of the user's shop, else of the person, else of the device. An
 * older browser may lack it; times are in UTC then, and say so.
 */
export const timeZone = signal(deviceZone);

/** Whether the device names the place where it is; a server, or a browser against tracking, says UTC. */
export const hasDeviceZone = !/^(Etc\/|UTC$|GMT$)/.test(deviceZone);
