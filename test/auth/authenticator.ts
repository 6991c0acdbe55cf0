import { createHash } from 'node:crypto';

const toBase64Url = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** Encodes a small value as CBOR (RFC 8949): integers, byte and text strings, and maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item as string)]),
    ]);
  return Buffer.concat([head(2, value.length), value]);
}

/** Converts the signature of WebCrypto to DER, as authenticators send it. */
function toDer(raw: Uint8Array): Buffer {
  const integer = (bytes: Buffer) => {
    const start = bytes.findIndex(byte => byte !== 0);
    const short = bytes.subarray(start);
    const body = (short[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short;
    return Buffer.concat([Buffer.from([2, body.length]), body]);
  };
  const parts = [integer(Buffer.from(raw.subarray(0, 32))), integer(Buffer.from(raw.subarray(32)))];
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

/** The faults of an authenticator. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  /** Leaves out that the device was unlocked. */
  isLocked?: boolean;
  counter?: number;
}

/** An authenticator in software, with real ES256 signatures. It keeps one passkey. */
export class Authenticator {
  readonly #keys: CryptoKeyPair;
  readonly #credentialId = crypto.getRandomValues(new Uint8Array(32));
  readonly #origin: string;
  #userHandle = '';
  counter = 0;

  private constructor(keys: CryptoKeyPair, origin: string) {
    this.#keys = keys;
    this.#origin = origin;
  }

  static async create(origin = 'http://localhost:3000'): Promise<Authenticator> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    return new Authenticator(await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']), origin);
  }

  get id(): string {
    return toBase64Url(this.#credentialId);
  }

  /** Creates the passkey. @returns the body for the server */
  async register(
    { challenge, rpId, user }: { challenge: string; rpId: string; user: { id: string } },
    deviation: Deviation = {},
  ) {
    this.#userHandle = user.id;
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', this.#keys.publicKey);
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, this.#credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#credentialId, key]);
    const authData = this.#authenticatorData(rpId, deviation, attested);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      clientDataJSON: toBase64Url(this.#clientData('webauthn.create', challenge, deviation)),
      attestationObject: toBase64Url(cbor(attestation)),
    };
  }

  /** Uses the passkey. @returns the body for the server */
  async logIn({ challenge, rpId }: { challenge: string; rpId: string }, deviation: Deviation = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const authenticatorData = this.#authenticatorData(rpId, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await crypto.subtle.sign(algorithm, this.#keys.privateKey, signed);
    return {
      action: 'passkeyLogin',
      id: this.id,
      clientDataJSON: toBase64Url(clientData),
      authenticatorData: toBase64Url(authenticatorData),
      signature: toBase64Url(toDer(new Uint8Array(signature))),
      userHandle: this.#userHandle,
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): string {
    const origin = deviation.origin ?? this.#origin;
    return JSON.stringify({
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin: false,
    });
  }

  #authenticatorData(rpId: string, deviation: Deviation, attested?: Uint8Array): Buffer {
    const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64];
    const flags = PRESENT | (deviation.isLocked ? 0 : VERIFIED) | (attested ? ATTESTED : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? this.counter);
    const rest = attested ? [attested] : [];
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), counter, ...rest]);
  }
}
