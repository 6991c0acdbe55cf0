import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { SECOND_MS } from '../clock.ts';
import { forEachInBatches } from '../runtime/in-order.ts';
import { codeSuffix, OutboundError } from './errors.ts';

/*
 * Apple's push service, by which phones learn that a pass in Apple Wallet has changed:
 * developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns and
 * developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes.
 */

/** The whole batch: connection, TLS handshake and all responses. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** Requests at the same time; Apple allows more on a connection that it knows. */
const MAX_STREAMS = 50;
/** The only payload for passes: the phone fetches what has changed. */
const PAYLOAD = '{}';
const MAX_REASON_CHARS = 100;
const OK = 200;
const GONE = 410;
/** Reasons for which Apple asks to forget a token. */
const GONE_REASONS = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered']);

/** The certificate of a pass type with its key, both in PEM. */
interface PassIdentity {
  passTypeId: string;
  certificate: string;
  privateKey: string;
}

interface PushReport {
  /** The tokens that were notified. */
  notified: string[];
  /** The tokens that no longer lead to a phone with the pass. */
  gone: string[];
  /** Why the others were not notified; absent if all were. */
  error?: Error;
}

/** Tells phones that a pass has changed. */
export interface ApplePush {
  notify(identity: PassIdentity, tokens: readonly string[]): Promise<PushReport>;
}

/**
 * @param url the address of the service
 * @param ca PEM of the only trusted CA, for tests; defaults to the system's CAs
 */
export function createApplePush(url: string, ca?: string): ApplePush {
  return {
    notify: async ({ passTypeId, certificate, privateKey }, tokens) => {
      const report: PushReport = { notified: [], gone: [] };
      // Loaded when it is needed, because few installations do.
      const { connect } = await import('node:http2');
      const session = connect(url, { cert: certificate, key: privateKey, ca });
      const end = watch(session, new URL(url).host);
      try {
        await forEachInBatches(tokens, MAX_STREAMS, async token => {
          const { status, reason } = await Promise.race([request(session, passTypeId, token), end.failed]);
          if (status === OK) report.notified.push(token);
          else if (status === GONE || GONE_REASONS.has(reason)) report.gone.push(token);
          else report.error = new OutboundError('protocol', `Apple answered ${status} ${reason}`.trim());
        });
      } catch (error) {
        report.error = error as Error;
      } finally {
        end.clear();
        session.destroy();
      }
      return report;
    },
  };
}

/** Returns a promise that rejects when the connection fails, ends or takes too long. */
function watch(session: ClientHttp2Session, host: string) {
  const { promise, reject } = Promise.withResolvers<never>();
  // The requests race with it; between them, no one does.
  promise.catch(() => {});
  const late = () => reject(new OutboundError('timeout', `${host} did not answer within ${TIMEOUT_MS} ms`));
  const timer = setTimeout(late, TIMEOUT_MS);
  session.on('error', error =>
    reject(new OutboundError('connect', `${host} cannot be reached${codeSuffix(error)}`, error)),
  );
  session.on('close', () => reject(new OutboundError('connect', `${host} closed the connection`)));
  return { failed: promise, clear: () => clearTimeout(timer) };
}

function request(session: ClientHttp2Session, passTypeId: string, token: string) {
  return new Promise<{ status: number; reason: string }>((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': `/3/device/${encodeURIComponent(token)}`,
      'apns-topic': passTypeId,
    });
    let status = 0;
    let body = '';
    stream.setEncoding('utf8');
    stream.on('response', (headers: IncomingHttpHeaders) => {
      status = Number(headers[':status']);
    });
    stream.on('data', text => {
      body = (body + text).slice(0, MAX_REASON_CHARS);
    });
    const fail = (cause?: unknown) =>
      reject(new OutboundError('protocol', 'Apple ended the connection without an answer', cause));
    stream.on('end', () => {
      if (status === 0) fail();
      else resolve({ status, reason: /"reason"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? '' });
    });
    stream.on('error', fail);
    stream.end(PAYLOAD);
  });
}
