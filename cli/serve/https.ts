import type { App } from '../../src/app.ts';
import type { Config } from '../../src/config/index.ts';
import { SCHEDULER } from '../../src/context.ts';
import type { Server } from '../../src/http/server.ts';
import { listenOnTls, PortError } from '../../src/http/tls-listener.ts';
import { issueCertificate } from '../../src/platform/certificates/acme.ts';
import { Challenges } from '../../src/platform/certificates/challenges.ts';
import { CertificateKeeper } from '../../src/platform/certificates/keeper.ts';
import { notifyOfCertificate } from '../../src/system/service/certificate.ts';
import { Failure } from '../errors.ts';

/** The ports for https, and the certificate for them. */
export interface Https {
  /** Obtains a certificate and renews it from now on. */
  start(app: App): void;
  stop(): void;
}

/** Listens for https if DOMAINS is set. @throws Failure if a port is taken or not allowed */
export async function listenHttps(config: Config, server: Server): Promise<Https> {
  const { domains: names, acmeDirectory: directory, acmeEmail: email, dataDir } = config;
  if (names.length === 0) return { start: () => {}, stop: () => {} };
  const { httpsPort, httpPort } = config;
  const challenges = new Challenges();
  const listener = await listenOnTls({ httpsPort, httpPort, names, server, challenges }).catch(error => {
    throw error instanceof PortError ? toFailure(error) : error;
  });
  let keeper: CertificateKeeper | undefined;
  return {
    start: app => {
      const { clock, log } = app.services;
      keeper = new CertificateKeeper({
        dataDir,
        names,
        directory,
        clock,
        log,
        issue: () => issueCertificate({ dataDir, directory, email, names, challenges }),
        onCertificate: listener.useCertificate,
        onFailure: () => notifyOfCertificate(app.as(SCHEDULER)),
      });
      keeper.start();
    },
    stop: () => {
      keeper?.stop();
      listener.stop();
    },
  };
}

function toFailure({ port, code, message }: PortError): Failure {
  if (code === 'EADDRINUSE') {
    const words = `Port ${port} is in use: stop the other web server, or make it a proxy for Perkmint and leave out --domain`;
    return new Failure(5, 'PORT_IN_USE', words);
  }
  if (code === 'EACCES') {
    const words = `Port ${port} needs a permission that this user does not have. Run this once, then start again:\n  sudo setcap cap_net_bind_service=+ep ${process.execPath}`;
    return new Failure(3, 'PORT_NOT_ALLOWED', words);
  }
  return new Failure(1, 'CANNOT_LISTEN', `Cannot listen on port ${port}: ${message}`);
}
