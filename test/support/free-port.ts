/** Returns a port of this computer that nothing listens on. */
export function findFreePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  listener.stop(true);
  return listener.port;
}
