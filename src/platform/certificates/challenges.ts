import { createServer } from 'node:tls';

/** The protocol name of TLS-ALPN-01 (RFC 8737, section 4). */
export const ACME_PROTOCOL = 'acme-tls/1';
/** The path of HTTP-01 (RFC 8555, section 8.3), which the token follows. */
const CHALLENGE_PATH = '/.well-known/acme-challenge/';

/** The answers to the certificate authority while it checks that the domains lead to this server. */
export class Challenges {
  readonly #answers = new Map<string, string>();
  /** The port on this computer of the TLS server that answers TLS-ALPN-01; undefined while none is expected. */
  tlsPort: number | undefined;

  /** Returns the answer for a path of HTTP-01; null for another token, undefined for another path. */
  findAnswer(path: string): string | null | undefined {
    if (!path.startsWith(CHALLENGE_PATH)) return undefined;
    return this.#answers.get(path.slice(CHALLENGE_PATH.length)) ?? null;
  }

  /** Answers HTTP-01 for a token. @returns a function that ends it */
  answerHttp(token: string, answer: string): () => void {
    this.#answers.set(token, answer);
    return () => this.#answers.delete(token);
  }

  /** Answers TLS-ALPN-01 with the key and certificate of the answer. @returns a function that ends it */
  async answerTls(pem: string): Promise<() => void> {
    const server = createServer({ key: pem, cert: pem, ALPNProtocols: [ACME_PROTOCOL] }, socket =>
      socket.end(),
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    this.tlsPort = (server.address() as { port: number }).port;
    return () => {
      this.tlsPort = undefined;
      server.close();
    };
  }
}
