import type { Transporter } from 'nodemailer';

const SEND_TIMEOUT_MS = 10_000;
/** A person waits for the result. */
const VERIFY_TIMEOUT_MS = 5_000;

export interface Message {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The sender's name, instead of the one in MAIL_FROM. The address stays the same. */
  fromName?: string;
  /** The part of the Message-ID before the @. Two messages with the same ID are the same message to mail servers. */
  id?: string;
  headers?: Record<string, string>;
}

export interface Mail {
  /** False without a mail server: an admin then passes on links through the CLI. */
  readonly isConfigured: boolean;
  /** Resolves when the mail server accepted the message; rejects otherwise. */
  send(message: Message): Promise<void>;
}

export function createMail(smtpUrl: string, from: string): Mail {
  if (!smtpUrl) return { isConfigured: false, send: async () => {} };
  let transport: Promise<Transporter> | undefined;
  return {
    isConfigured: true,
    send: async message => {
      transport ??= createMailTransport(smtpUrl);
      await (await transport).sendMail(toEnvelope(from, message));
    },
  };
}

function toEnvelope(from: string, { fromName, id, ...message }: Message) {
  const address = parseAddress(from);
  const host = address.slice(address.lastIndexOf('@') + 1);
  return {
    ...message,
    from: fromName === undefined ? from : { name: fromName, address },
    ...(id === undefined ? {} : { messageId: `<${id}@${host}>` }),
  };
}

/** Returns the address of `Name <address>`, or of an address alone. */
function parseAddress(from: string): string {
  return /<([^>]*)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** Connects to the mail server and logs in. @throws the mail server's error */
export async function verifyMail(smtpUrl: string): Promise<void> {
  const transport = await createMailTransport(smtpUrl, VERIFY_TIMEOUT_MS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The library is loaded when it is first used, because it would delay the start of every server. */
async function createMailTransport(smtpUrl: string, timeoutMs = SEND_TIMEOUT_MS): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}
