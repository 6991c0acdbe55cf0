import { parentPort, Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';

export interface WorkerThreadOptions {
  /** Of the module that calls `serveJobs`. */
  url: URL;
  /** Jobs that may wait while one runs. */
  maxWaiting: number;
  /** For one job, from the moment it starts to run. */
  timeoutMs: number;
}

/** Sent to the thread as it is; what it answers is one of these. */
type JobResult = { value: unknown } | { error: string };

interface Job {
  input: unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
  onAbort: () => void;
}

/** A second try may find the queue shorter. */
const RETRY_SECONDS = 5;
const ABANDONED = 'The request was abandoned';

/** A worker thread as the context holds it; only its owner knows what it takes and returns. */
export interface BackgroundWorker {
  run(input: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

/**
 * Runs long computations in a thread of its own, one after another, so that they keep no request waiting. The thread
 * starts with the first job, does not keep the process alive while it has none, and is replaced after a crash, a job
 * that ran too long or one that nobody waits for any more.
 */
export class WorkerThread<I, O> {
  readonly #options: WorkerThreadOptions;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #running: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
  }

  /**
   * @param signal ends the job early: it is taken from the queue, or its thread is replaced
   * @throws UNAVAILABLE when too many jobs wait, the job takes too long, is ended early or its thread crashes
   */
  run(input: I, signal?: AbortSignal): Promise<O> {
    if (this.#isClosed) return Promise.reject(unavailable('The server is shutting down'));
    if (this.#waiting.length >= this.#options.maxWaiting)
      return Promise.reject(unavailable('The computation queue is full'));
    if (signal?.aborted) return Promise.reject(unavailable(ABANDONED));
    return new Promise<O>((resolve, reject) => {
      const job: Job = {
        input,
        resolve: resolve as Job['resolve'],
        reject,
        signal,
        onAbort: () => this.#abandon(job),
      };
      signal?.addEventListener('abort', job.onAbort, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** Ends the thread; what runs or waits is refused. */
  close(): void {
    this.#isClosed = true;
    const refusal = unavailable('The server is shutting down');
    for (const job of this.#waiting.splice(0)) this.#settle(job, () => job.reject(refusal));
    this.#fail(refusal);
  }

  #next(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
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
    // A thread that was replaced has no say any more.
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

  /** Ends the thread with the job that it runs. The next job gets another thread. */
  #fail(reason: unknown): void {
    const job = this.#release();
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    if (job) this.#settle(job, () => job.reject(reason));
    this.#next();
  }

  #abandon(job: Job): void {
    if (job === this.#running) {
      this.#fail(unavailable(ABANDONED));
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(job), 1);
    this.#settle(job, () => job.reject(unavailable(ABANDONED)));
  }

  #release(): Job | undefined {
    clearTimeout(this.#timer);
    const job = this.#running;
    this.#running = undefined;
    return job;
  }

  #settle(job: Job, tell: () => void): void {
    job.signal?.removeEventListener('abort', job.onAbort);
    tell();
  }
}

function unavailable(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS });
}

/** Called by the module of a thread: answers each job with what `work` makes of it. */
export function serveJobs<I, O>(work: (input: I) => O): void {
  parentPort?.on('message', (input: I) => {
    let answer: JobResult;
    try {
      answer = { value: work(input) };
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(answer);
  });
}
