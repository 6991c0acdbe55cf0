import type { App } from '../../src/app.ts';
import type { Config } from '../../src/config/index.ts';
import { AppError } from '../../src/errors.ts';
import type { Server } from '../../src/http/server.ts';
import { listenOnTls, PortError, type TlsListener } from '../../src/http/tls-listener.ts';
import { issueCertificate } from '../../src/platform/certificates/acme.ts';
import { Challenges } from '../../src/platform/certificates/challenges.ts';
import type { HttpsControl } from '../../src/platform/certificates/control.ts';
import { CertificateKeeper } from '../../src/platform/certificates/keeper.ts';
import { readCertificateState, writeCertificateState } from '../../src/platform/certificates/store.ts';
import { Failure } from '../errors.ts';

/** The ports for https, and the certificate for the domains of the settings or of the pages. */
export class Https implements HttpsControl {
  readonly #challenges = new Challenges();
  #names: readonly string[] = [];
  #listener: TlsListener | undefined;
  #keeper: CertificateKeeper | undefined;
  #app: App | undefined;

  constructor(
    private readonly config: Config,
    private readonly server: Server,
  ) {}

  /** Listens if the settings name domains. @throws Failure if a port is taken or not allowed */
  async listen(): Promise<void> {
    try {
      await this.#open(this.config.domains);
    } catch (error) {
      throw error instanceof PortError ? toFailure(error) : error;
    }
  }

  /** Obtains the certificate, and renews it from now on. */
  async start(app: App): Promise<void> {
    this.#app = app;
    const { chosen } = readCertificateState(this.config.dataDir);
    if (this.#names.length === 0 && chosen !== undefined)
      await this.#open([chosen]).catch(error => {
        app.services.log.error('cannot serve https', { domain: chosen, reason: (error as Error).message });
      });
    this.#keep();
  }

  async choose(domain: string | null): Promise<void> {
    const { dataDir } = this.config;
    const { chosen: former, ...state } = readCertificateState(dataDir);
    if (domain === (former ?? null)) return this.#keep();
    try {
      await this.#open(domain === null ? [] : [domain]);
    } catch (error) {
      throw error instanceof PortError ? new AppError('CONFLICT', explain(error)) : error;
    }
    writeCertificateState(dataDir, domain === null ? state : { ...state, failure: null, chosen: domain });
    this.#keep();
  }

  stop(): void {
    this.#keeper?.stop();
    this.#listener?.stop();
    this.#listener = undefined;
  }

  /** Listens for these names, or for none. @throws PortError */
  async #open(names: readonly string[]): Promise<void> {
    this.#names = names;
    if (names.length === 0) this.stop();
    else
      this.#listener ??= await listenOnTls({
        httpsPort: this.config.httpsPort,
        httpPort: this.config.httpPort,
        getNames: () => this.#names,
        server: this.server,
        challenges: this.#challenges,
      });
  }

  #keep(): void {
    this.#keeper?.stop();
    const [app, listener, names] = [this.#app, this.#listener, this.#names];
    if (!app || !listener) return;
    const { dataDir, acmeDirectory: directory, acmeEmail: email } = this.config;
    this.#keeper = new CertificateKeeper({
      dataDir,
      names,
      directory,
      clock: app.services.clock,
      log: app.services.log,
      issue: () => issueCertificate({ dataDir, directory, email, names, challenges: this.#challenges }),
      onCertificate: listener.useCertificate,
    });
    this.#keeper.start();
  }
}

function toFailure(error: PortError): Failure {
  const words = explain(error);
  if (error.code === 'EADDRINUSE') return new Failure(5, 'PORT_IN_USE', words);
  if (error.code === 'EACCES') return new Failure(3, 'PORT_NOT_ALLOWED', words);
  return new Failure(1, 'CANNOT_LISTEN', words);
}

function explain({ port, code, message }: PortError): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the other web server, or make it a proxy for Perkmint, which then needs no certificate`;
  if (code === 'EACCES')
    return `Port ${port} needs a permission that this user does not have. Run this once, then start again: echo net.ipv4.ip_unprivileged_port_start=80 | sudo tee /etc/sysctl.d/50-perkmint.conf && sudo sysctl --system`;
  return `Cannot listen on port ${port}: ${message}`;
}
