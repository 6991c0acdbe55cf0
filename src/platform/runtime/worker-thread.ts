import { parentPort, Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';

export interface WorkerThreadOptions {
  /** URL of the module that calls `serveJobs`. */
  url: URL;
  /** Maximum queued jobs while one runs. */
  maxQueued: number;
  /** Timeout of one job, from its start. */
  timeoutMs: number;
}

/** The thread's response to a job. */
type JobResult = { value: unknown } | { error: string };

interface Job {
  input: unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
  onAbort: () => void;
}

/** Sent as Retry-After; the queue may be shorter by then. */
const RETRY_SECONDS = 5;
const ABORTED = 'The request was aborted';

/** The worker thread as seen from the context, without the types of its jobs. */
export interface BackgroundWorker {
  run(input: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

/**
 * Runs long computations one at a time in a separate thread, so that they do not block requests. The thread starts with
 * the first job, does not keep the process alive while idle, and is replaced after a crash, a timeout or an aborted
 * job.
 */
export class WorkerThread<I, O> {
  readonly #options: WorkerThreadOptions;
  readonly #queue: Job[] = [];
  #worker: Worker | undefined;
  #running: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
  }

  /**
   * @param signal aborts the job: removes it from the queue, or replaces its thread
   * @throws UNAVAILABLE if the queue is full, or the job times out, is aborted or crashes the thread
   */
  run(input: I, signal?: AbortSignal): Promise<O> {
    if (this.#isClosed) return Promise.reject(unavailable('The server is shutting down'));
    if (this.#queue.length >= this.#options.maxQueued)
      return Promise.reject(unavailable('The computation queue is full'));
    if (signal?.aborted) return Promise.reject(unavailable(ABORTED));
    return new Promise<O>((resolve, reject) => {
      const job: Job = {
        input,
        resolve: resolve as Job['resolve'],
        reject,
        signal,
        onAbort: () => this.#abort(job),
      };
      signal?.addEventListener('abort', job.onAbort, { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Terminates the thread and rejects running and queued jobs. */
  close(): void {
    this.#isClosed = true;
    const error = unavailable('The server is shutting down');
    for (const job of this.#queue.splice(0)) this.#settle(job, () => job.reject(error));
    this.#fail(error);
  }

  #next(): void {
    if (this.#running) return;
    const job = this.#queue.shift();
    if (!job) {
      this.#worker?.unref();
      return;
    }
    this.#running = job;
    const { timeoutMs } = this.#options;
    const late = () => this.#fail(unavailable(`The computation took longer than ${timeoutMs} ms`));
    this.#timer = setTimeout(late, timeoutMs);
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(job.input);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.url);
    // Ignore messages from a replaced thread.
    const ifCurrent = (act: () => void) => {
      if (worker === this.#worker) act();
    };
    const crashed = () => ifCurrent(() => this.#fail(unavailable('The computation failed')));
    worker.on('message', (answer: JobResult) => ifCurrent(() => this.#finish(answer)));
    worker.on('error', crashed);
    worker.on('exit', crashed);
    return worker;
  }

  #finish(answer: JobResult): void {
    const job = this.#release();
    if (job) {
      const isDone = 'value' in answer;
      this.#settle(job, () => (isDone ? job.resolve(answer.value) : job.reject(new Error(answer.error))));
    }
    this.#next();
  }

  /** Terminates the thread and rejects its job. The next job starts a new thread. */
  #fail(reason: unknown): void {
    const job = this.#release();
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    if (job) this.#settle(job, () => job.reject(reason));
    this.#next();
  }

  #abort(job: Job): void {
    if (job === this.#running) {
      this.#fail(unavailable(ABORTED));
      return;
    }
    this.#queue.splice(this.#queue.indexOf(job), 1);
    this.#settle(job, () => job.reject(unavailable(ABORTED)));
  }

  #release(): Job | undefined {
    clearTimeout(this.#timer);
    const job = this.#running;
    this.#running = undefined;
    return job;
  }

  #settle(job: Job, notify: () => void): void {
    job.signal?.removeEventListener('abort', job.onAbort);
    notify();
  }
}

function unavailable(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS });
}

/** Handles each job with `work`; called by the thread's module. */
export function serveJobs<I, O>(work: (input: I) => O | Promise<O>): void {
  parentPort?.on('message', async (input: I) => {
    let answer: JobResult;
    try {
      answer = { value: await work(input) };
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(answer);
  });
}
