import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { WorkerThread, type WorkerThreadOptions } from '../../src/platform/runtime/worker-thread.ts';
import type { Order } from './worker-thread-jobs.ts';

const url = new URL('./worker-thread-jobs.ts', import.meta.url);
const PATIENT = { url, maxQueued: 2, timeoutMs: 60_000 };
const unavailable = (message: string) => ({ code: 'UNAVAILABLE', message, retryAfterSeconds: 5 });

let threads: WorkerThread<Order, unknown>[];
beforeEach(() => {
  threads = [];
});
afterEach(() => {
  for (const thread of threads) thread.close();
});

function threadOf(options: Partial<WorkerThreadOptions> = {}): WorkerThread<Order, unknown> {
  const thread = new WorkerThread<Order, unknown>({ ...PATIENT, ...options });
  threads.push(thread);
  return thread;
}

/** A job that ends when the test says so. */
function held() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const release = () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  return { order: { waitFor: flag }, release };
}

const outcomeOf = (job: Promise<unknown>) => job.catch(error => error);

describe('WorkerThread', () => {
  test('runs jobs in order without blocking the event loop', async () => {
    const thread = threadOf();
    const { order, release } = held();
    const results: unknown[] = [];
    const first = thread.run(order).then(result => results.push(result));
    const second = thread.run({ echo: { plan: [1, 2] } }).then(result => results.push(result));
    // The thread waits for this message, which a blocked event loop could not send.
    setImmediate(release);
    await Promise.all([first, second]);
    expect(results[1]).toEqual({ plan: [1, 2] });
    expect(results).toHaveLength(2);
  });

  test('rejects a job that throws and continues', async () => {
    const thread = threadOf();
    const failed = await outcomeOf(thread.run({ fail: 'no such plan' }));
    expect((failed as Error).message).toBe('no such plan');
    expect(await thread.run({ echo: 1 })).toBe(1);
  });

  test('rejects a job if the queue is full', async () => {
    const thread = threadOf();
    const { order, release } = held();
    const accepted = [thread.run(order), thread.run({ echo: 1 }), thread.run({ echo: 2 })];
    expect(await outcomeOf(thread.run({ echo: 3 }))).toMatchObject(
      unavailable('The computation queue is full'),
    );
    release();
    await Promise.all(accepted);
    expect(await thread.run({ echo: 4 })).toBe(4);
  });

  test('terminates a job that times out and runs the next in a new thread', async () => {
    const thread = threadOf({ timeoutMs: 1_000 });
    const late = thread.run({ spin: true });
    const next = thread.run({ echo: 'next' });
    expect(await outcomeOf(late)).toMatchObject(unavailable('The computation took longer than 1000 ms'));
    expect(await outcomeOf(next)).toBe('next');
  });

  test('restarts after a crash', async () => {
    const thread = threadOf();
    const crashed = thread.run({ crash: true });
    const next = thread.run({ echo: 'next' });
    expect(await outcomeOf(crashed)).toMatchObject(unavailable('The computation failed'));
    expect(await next).toBe('next');
  });

  test('aborts a running or queued job with its signal', async () => {
    const thread = threadOf();
    const gone = new AbortController();
    const given = [thread.run({ spin: true }, gone.signal), thread.run({ spin: true }, gone.signal)];
    const outcomes = given.map(outcomeOf);
    const other = thread.run({ echo: 'other' });
    gone.abort();
    expect(await other).toBe('other');
    for (const outcome of [...outcomes, outcomeOf(thread.run({ spin: true }, gone.signal))])
      expect(await outcome).toMatchObject(unavailable('The request was aborted'));
  });

  test('rejects every job after it is closed', async () => {
    const thread = threadOf();
    const jobs = [thread.run({ spin: true }), thread.run({ echo: 1 })];
    thread.close();
    for (const job of [...jobs, thread.run({ echo: 2 })])
      expect(await outcomeOf(job)).toMatchObject(unavailable('The server is shutting down'));
  });

  test('keeps the process alive only while a job runs', async () => {
    const source = `
      import { WorkerThread } from ${JSON.stringify(join(import.meta.dir, '../../src/platform/runtime/worker-thread.ts'))};
      const thread = new WorkerThread({ url: new URL(${JSON.stringify(url.href)}), maxQueued: 1, timeoutMs: 60_000 });
      thread.run({ echo: 'done' }).then(console.log);
    `;
    const child = Bun.spawn([process.execPath, '-e', source], { stdout: 'pipe', stderr: 'pipe' });
    expect(await new Response(child.stdout).text()).toBe('done\n');
    expect(await child.exited).toBe(0);
  });
});
