/** Returns the URL by which a browser on this machine reaches a server that listens on `host`. */
export function getLocalUrl(host: string, port: number): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
