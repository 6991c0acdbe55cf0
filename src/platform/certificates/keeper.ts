import { type Clock, HOUR_MS, iso, MINUTE_MS } from '../clock.ts';
import { addFailure, type Failures } from '../failures.ts';
import type { Log } from '../log.ts';
import {
  type Certificate,
  deleteCertificate,
  parseCertificate,
  readCertificate,
  readCertificateState,
  writeCertificate,
  writeCertificateState,
} from './store.ts';

/** Renew when a third of the lifetime is left, as Let's Encrypt advises: 30 of 90 days. */
const RENEWAL_SHARE = 2 / 3;
/**
 * Waits after failures. Each attempt tries two challenges, and Let's Encrypt allows five failures per hour and domain
 * (https://letsencrypt.org/docs/rate-limits), so that the third attempt waits for the next hour.
 */
const RETRY_DELAYS_MS = [5 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS];
/** A restart, and saving the address again, try at once, but not in a loop of restarts. */
const RESTART_PAUSE_MS = MINUTE_MS;
/** A longer timer would miss that the clock was set. */
const MAX_WAIT_MS = HOUR_MS;

/** Returns when a certificate is renewed. */
export function getRenewalTime({ startsAtMs, endsAtMs }: Certificate): number {
  return startsAtMs + (endsAtMs - startsAtMs) * RENEWAL_SHARE;
}

function getRetryTime({ count, at }: Failures): number {
  return Date.parse(at) + (RETRY_DELAYS_MS[Math.min(count, RETRY_DELAYS_MS.length) - 1] as number);
}

interface KeeperOptions {
  dataDir: string;
  names: readonly string[];
  /** The directory URL of the certificate authority. A certificate of another one is replaced. */
  directory: string;
  clock: Clock;
  log: Log;
  /** Obtains a certificate. @throws Error whose message is a sentence for the operator */
  issue(): Promise<string>;
  /** Called with each certificate that is to be used from now on. */
  onCertificate(pem: string): void;
}

/** Keeps a valid certificate for the names. A failure leaves the present certificate in use. */
export class CertificateKeeper {
  #timer: Timer | undefined;
  #isStopped = false;

  constructor(private readonly options: KeeperOptions) {}

  /** Uses the stored certificate, and obtains one if it is missing, of other names or due for renewal. */
  start(): void {
    const { dataDir } = this.options;
    this.#useStored();
    const { failure } = readCertificateState(dataDir);
    this.#schedule(failure ? Date.parse(failure.at) + RESTART_PAUSE_MS : 0);
  }

  /** Uses the stored certificate, even an expired one or one of other names: a warning of the browser is better than no answer. */
  #useStored(): void {
    const { dataDir, names, log, onCertificate } = this.options;
    const stored = readCertificate(dataDir);
    if (!stored) return;
    try {
      onCertificate(stored.pem);
      log.info('serves https', { names, endsAt: iso(stored.endsAtMs) });
    } catch (error) {
      log.error('cannot use the stored certificate', { error });
      deleteCertificate(dataDir);
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(notBeforeMs: number): void {
    if (this.#isStopped) return;
    const waitMs = Math.max(this.#getDueTime(), notBeforeMs) - this.options.clock.now();
    const isDue = waitMs <= 0;
    this.#timer = setTimeout(
      () => (isDue ? void this.#obtain() : this.#schedule(notBeforeMs)),
      Math.min(Math.max(waitMs, 0), MAX_WAIT_MS),
    );
  }

  /** Returns when the certificate must be replaced; 0 if there is none for these names and this authority. */
  #getDueTime(): number {
    const { dataDir, names, directory } = this.options;
    const stored = readCertificate(dataDir);
    const isOurs = stored && names.every(name => stored.names.includes(name));
    if (!isOurs || readCertificateState(dataDir).directory !== directory) return 0;
    return getRenewalTime(stored);
  }

  async #obtain(): Promise<void> {
    const { dataDir, names, directory, log } = this.options;
    try {
      const pem = await this.options.issue();
      if (this.#isStopped) return;
      const { endsAtMs } = parseCertificate(pem);
      writeCertificate(dataDir, pem);
      writeCertificateState(dataDir, { ...readCertificateState(dataDir), directory, failure: null });
      this.options.onCertificate(pem);
      log.info('obtained a certificate', { names, endsAt: iso(endsAtMs) });
      this.#schedule(0);
    } catch (error) {
      if (this.#isStopped) return;
      const { message, cause: detail } = error as Error;
      const failure = this.#addFailure(message);
      log.warn('cannot obtain a certificate', { names, reason: message, detail, attempts: failure.count });
      this.#schedule(getRetryTime(failure));
    }
  }

  #addFailure(reason: string): Failures {
    const state = readCertificateState(this.options.dataDir);
    const failure = addFailure(state.failure, reason, this.options.clock);
    writeCertificateState(this.options.dataDir, { ...state, failure });
    return failure;
  }
}
