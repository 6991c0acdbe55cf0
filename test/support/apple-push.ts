import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { type ApplePush, createApplePush } from '../../src/platform/outbound/apple-push.ts';
import { APPLE_CERTIFICATES } from './apple-wallet.ts';
import { TEST_CERT, TEST_KEY } from './tls.ts';

/** A request to the push service. */
export interface Notified {
  path: string;
  topic: string;
  payload: string;
  /** The ID of the pass type in the client's certificate. */
  certificateOf: string | undefined;
}

/** A stand-in for Apple's push service on loopback. */
export interface PushService {
  client: ApplePush;
  notified: Notified[];
  /** The responses other than success, by token; `*` is for all tokens. */
  answers: Map<string, { status: number; reason: string }>;
  /** Ends all connections and accepts none. */
  close(): Promise<void>;
}

/** Starts a service that accepts only certificates of Apple's authority in tests, over HTTP/2. */
export async function startPushService(): Promise<PushService> {
  const notified: Notified[] = [];
  const answers: PushService['answers'] = new Map();
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer({
    key: TEST_KEY,
    cert: TEST_CERT,
    ca: APPLE_CERTIFICATES.wwdrCertificate,
    requestCert: true,
    rejectUnauthorized: true,
  });
  server.on('session', session => sessions.add(session));
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const socket = stream.session?.socket as TLSSocket;
    const { UID: certificateOf } = socket.getPeerCertificate().subject as { UID?: string };
    const path = String(headers[':path']);
    let payload = '';
    stream.setEncoding('utf8');
    stream.on('data', text => {
      payload += text;
    });
    stream.on('end', () => {
      notified.push({ path, topic: String(headers['apns-topic']), payload, certificateOf });
      const answer = answers.get(path.split('/').at(-1) as string) ?? answers.get('*');
      stream.respond({ ':status': answer?.status ?? 200 });
      stream.end(answer && JSON.stringify({ reason: answer.reason }));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    client: createApplePush(`https://127.0.0.1:${port}`, TEST_CERT),
    notified,
    answers,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise<void>(resolve => server.close(() => resolve()));
    },
  };
}
