/** The maximum number of PBKDF2 rounds that are tried: 13 ms. OpenSSL and macOS write 2,048 to 10,000. */
const MAX_ROUNDS = 100_000;
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OBJECT_ID = 0x06;
/** 1.3.6.1.4.1.11591.4.11, whose parameters set the memory that it takes. */
const SCRYPT = '2b06010401da47040b';
const INDEFINITE = 0x80;
/** An encrypted key, without the headers that PEM once allowed. */
const BLOCK = /-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]*)/g;
const BASE64 = /^[A-Za-z0-9+/=\s]*$/;

interface Element {
  tag: number;
  contents: Buffer;
  /** Offset of the element after it. */
  end: number;
}

/** Reads an element of DER (X.690). @throws RangeError for an element of another form, or one that ends outside `bytes` */
function readElement(bytes: Buffer, start: number): Element {
  const first = bytes.readUInt8(start + 1);
  if (first === INDEFINITE) throw new RangeError('DER has no indefinite lengths');
  const lengthBytes = first < INDEFINITE ? 0 : first - INDEFINITE;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(start + 2, lengthBytes);
  const from = start + 2 + lengthBytes;
  if (from + length > bytes.length) throw new RangeError('The element ends outside its container');
  return { tag: bytes.readUInt8(start), contents: bytes.subarray(from, from + length), end: from + length };
}

/**
 * Returns whether the passphrase of a private key in PEM can be tried without blocking the process: an encrypted key in
 * PKCS#8 (RFC 5958) states how many rounds that takes, up to 2^31. Other forms of keys take one round or none.
 */
export function isQuickToDecrypt(pem: string): boolean {
  return [...pem.matchAll(BLOCK)].every(([, text = '']) => BASE64.test(text) && isQuickKey(text));
}

function isQuickKey(base64: string): boolean {
  try {
    const key = readElement(Buffer.from(base64, 'base64'), 0);
    const algorithm = readElement(key.contents, 0);
    return key.tag === SEQUENCE && algorithm.tag === SEQUENCE && isQuick(algorithm.contents);
  } catch {
    return false;
  }
}

/** Looks at all parameters of the algorithm: of its integers, only the rounds can be large. */
function isQuick(contents: Buffer): boolean {
  for (let at = 0; at < contents.length; ) {
    const element = readElement(contents, at);
    const { tag, contents: inner } = element;
    if (tag === SEQUENCE && !isQuick(inner)) return false;
    if (tag === OBJECT_ID && inner.toString('hex') === SCRYPT) return false;
    if (tag === INTEGER && Number(`0x${inner.toString('hex')}`) > MAX_ROUNDS) return false;
    at = element.end;
  }
  return true;
}
