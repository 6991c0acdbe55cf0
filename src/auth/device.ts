import type { AccountSession } from './account-model.ts';

const MAX_USER_AGENT_CHARS = 300;

/** Shortens a User-Agent header for storage. */
export function shortenUserAgent(userAgent: string | undefined): string | null {
  return userAgent?.slice(0, MAX_USER_AGENT_CHARS) || null;
}

/** Browsers by their mark in the User-Agent header. Most also name the browsers that they are compatible with. */
const BROWSERS: [mark: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
  [/\bPython/i, 'Python'],
];
const SYSTEMS: [mark: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns the browser and the system of a session; null for an unknown one. */
export function recognizeDevice(userAgent: string | null): Pick<AccountSession, 'browser' | 'system'> {
  const find = (list: [RegExp, string][]) => list.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

/** Describes the device of a session, such as `Chrome on Windows`. */
export function describeDevice(userAgent: string | null): string {
  const { browser, system } = recognizeDevice(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
