/** Returns the URL by which a browser on this machine reaches a server that listens on `host`. */
export function getLocalUrl(host: string, port: number): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Returns the URL of the first domain, or else the local one. */
export function getDefaultUrl({ host, domains }: { host: string; domains: string[] }, port: number): string {
  return domains[0] === undefined ? getLocalUrl(host, port) : `https://${domains[0]}`;
}

/** Returns whether PUBLIC_URL or DOMAINS is set, to something else than the default. */
export function isPublicUrlSet(config: { publicUrl: string; host: string; port: number }): boolean {
  return config.publicUrl !== getLocalUrl(config.host, config.port);
}
