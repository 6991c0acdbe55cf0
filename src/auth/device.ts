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

/** Describes the device of a session, such as `Chrome on Windows`. */
export function describeDevice(userAgent: string | null): string {
  const find = (list: [RegExp, string][]) => list.find(([mark]) => mark.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
