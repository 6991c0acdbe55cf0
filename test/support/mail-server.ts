import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A message as a mail program shows it, with the headers that it uses. */
export interface ReceivedMail {
  messageId: string;
  to: string;
  from: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface MailServer {
  url: string;
  /** Accepted messages, the first one of each Message-ID. */
  mails: ReceivedMail[];
  /** Messages whose Message-ID had been accepted before, which mailbox providers drop. */
  readonly repeated: number;
  /** Decides about each recipient: an SMTP response code to refuse it with. */
  refuse: (address: string) => number | undefined;
  close(): Promise<void>;
}

/** Starts a real mail server on loopback that delivers to memory. */
export async function startMailServer(): Promise<MailServer> {
  const byId = new Map<string, ReceivedMail>();
  const mails: ReceivedMail[] = [];
  let repeated = 0;
  let refuse: MailServer['refuse'] = () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      const code = refuse(address);
      callback(code === undefined ? null : Object.assign(new Error('refused'), { responseCode: code }));
    },
    onData: (stream, session, callback) => {
      void new Response(stream as unknown as ReadableStream)
        .bytes()
        .then(bytes => PostalMime.parse(bytes))
        .then(parsed => {
          const to = session.envelope.rcptTo[0]?.address ?? '';
          const mail = toReceived(parsed, to);
          if (byId.has(mail.messageId)) repeated += 1;
          else {
            byId.set(mail.messageId, mail);
            mails.push(mail);
          }
          callback();
        }, callback);
    },
  });
  // Aborted connections are expected where the sender is killed.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1') as unknown as Server;
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    mails,
    get repeated() {
      return repeated;
    },
    get refuse() {
      return refuse;
    },
    set refuse(decide) {
      refuse = decide;
    },
    close: () => new Promise(resolve => server.close(resolve)),
  };
}

function toReceived(parsed: Email, to: string): ReceivedMail {
  const { messageId = '', from, subject = '', text = '', html = '', headers } = parsed;
  return {
    messageId,
    to,
    from: { name: from?.name ?? '', address: from?.address ?? '' },
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
  };
}
