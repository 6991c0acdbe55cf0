/** Mail servers repeat the address in their error messages, so only the code is logged. */
export function describeMailError(cause: unknown): unknown {
  const { code, responseCode } = Object(cause) as { code?: unknown; responseCode?: unknown };
  return responseCode ?? code ?? 'unknown';
}

/** The codes of SMTP responses that repeating does not change (RFC 5321, 4.2.1), of an address or a message. */
const FIRST_PERMANENT = 550;
const LAST_PERMANENT = 559;
/** The codes about a mailbox: unavailable, not local, not allowed. */
const ADDRESS_CODES = [550, 551, 553];
/** A full mailbox, which its owner can empty. */
const STORAGE_EXCEEDED = 552;
/** How nodemailer names a refused recipient and a refused message. A refused login is not about the mail. */
const REFUSED_RECIPIENT = 'EENVELOPE';
const REFUSED_MESSAGE = 'EMESSAGE';
/** The enhanced status code at the beginning of a response, such as 5.1.1 (RFC 3463). */
const ENHANCED_CODE = /\b5\.(\d{1,3})\.(\d{1,3})\b/;
/** Enhanced codes of a mailbox that doesn't exist or is disabled: bad address (5.1.x, but not of the sender), mailbox disabled. */
const OF_ADDRESS = /^(?:1\.(?![78]$)\d+|2\.1)$/;
/** Enhanced codes of the message: too long (5.2.3), its content (5.6.x), refused by a policy (5.7.x). */
const OF_MESSAGE = /^(?:2\.3|6\.\d+|7\.\d+)$/;

/**
 * Returns what a mail server refuses for good: the address, or this message. Undefined if another attempt can succeed: for
 * temporary errors, full mailboxes, the quota of the sender (5.4.5 after MAIL FROM), and a sender that is blocked.
 */
export function findPermanentCause(cause: unknown): 'address' | 'message' | undefined {
  const { code, responseCode, command, response } = Object(cause) as Record<string, unknown>;
  if (typeof responseCode !== 'number' || responseCode < FIRST_PERMANENT || responseCode > LAST_PERMANENT)
    return undefined;
  const [, subject, detail] = ENHANCED_CODE.exec(String(response ?? '')) ?? [];
  const enhanced = subject === undefined ? undefined : `${subject}.${detail}`;
  if (code === REFUSED_MESSAGE)
    return enhanced === undefined || OF_MESSAGE.test(enhanced) ? 'message' : undefined;
  if (code !== REFUSED_RECIPIENT || command === 'MAIL FROM') return undefined;
  if (enhanced !== undefined) return OF_ADDRESS.test(enhanced) ? 'address' : undefined;
  if (responseCode === STORAGE_EXCEEDED) return undefined;
  return ADDRESS_CODES.includes(responseCode) ? 'address' : 'message';
}
