/** A program under load, in this process or a separate one. */
export interface Served {
  port: number;
  stats(): Record<string, number>;
  stop(): void | Promise<void>;
}

/** Serves in this process as the child of the harness, which names the file of the specification. */
export async function serveAsChild<S>(serve: (spec: S) => Served | Promise<Served>): Promise<void> {
  const { port, stats } = await serve((await Bun.file(process.env.BENCH_SPEC ?? '').json()) as S);
  // Whatever ends the benchmark ends its servers.
  process.on('disconnect', () => process.exit(0));
  process.on('message', () => process.send?.({ stats: stats() }));
  process.send?.({ port });
}
