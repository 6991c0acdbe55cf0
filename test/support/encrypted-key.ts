/** Encrypted private keys in PKCS#8 (RFC 5958) that state any number of rounds, built from DER (X.690). */

export const PBKDF2 = '2a864886f70d01050c';
export const SCRYPT = '2b06010401da47040b';
const PBES2 = '2a864886f70d01050d';

const tlv = (tag: number, ...parts: Uint8Array[]) => {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
};
const oid = (hex: string) => tlv(6, Buffer.from(hex, 'hex'));
/** Decoders refuse needless zeros before the first digit, except one before a digit that would be a sign. */
const integer = (value: number) => {
  const digits = value.toString(16);
  const hex = digits.length % 2 === 0 ? digits : `0${digits}`;
  return tlv(2, Buffer.from(hex >= '8' ? `00${hex}` : hex, 'hex'));
};

/** Returns the DER of an encrypted key whose ciphertext is random: the rounds come first. */
export function encryptedKey(kdf: string, rounds: number): Buffer<ArrayBuffer> {
  const parameters = tlv(0x30, tlv(4, Buffer.alloc(8, 1)), integer(rounds));
  const cipher = tlv(0x30, oid('60864801650304012a'), tlv(4, Buffer.alloc(16, 2)));
  const scheme = tlv(0x30, oid(PBES2), tlv(0x30, tlv(0x30, oid(kdf), parameters), cipher));
  return tlv(0x30, scheme, tlv(4, Buffer.alloc(1_200, 3)));
}

/** Returns an encrypted key as PEM. @param header lines before the key, which PEM once allowed */
export function toPem(der: Buffer, header = ''): string {
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${header}${lines}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}
