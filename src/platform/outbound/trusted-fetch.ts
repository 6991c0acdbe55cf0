/** As the global one; libraries that call a provider's API are handed this. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * The way out to addresses that the operator's settings name: these may be anywhere, on this machine too. What
 * a user gives goes through outbound.ts instead. A redirect would lead to an address that nobody has named.
 */
export const trustedFetch: Fetch = (url, init) => fetch(url, { ...init, redirect: 'error' });
