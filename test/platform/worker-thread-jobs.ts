import { serveJobs } from '../../src/platform/runtime/worker-thread.ts';

/** The jobs of the thread in worker-thread.test.ts. */
export type Order =
  | { echo: unknown }
  | { fail: string }
  /** Waits until the first number is not 0 any more. */
  | { waitFor: Int32Array<SharedArrayBuffer> }
  | { spin: true }
  | { crash: true };

serveJobs((order: Order): unknown => {
  if ('echo' in order) return order.echo;
  if ('fail' in order) throw new Error(order.fail);
  if ('waitFor' in order) return Atomics.wait(order.waitFor, 0, 0);
  if ('spin' in order) for (;;);
  process.exit(1);
});
