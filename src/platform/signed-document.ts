import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { AppError, invalid } from '../errors.ts';
import { isSignedBy, type KeyPair, signText, toKeyId } from './ed25519.ts';

/** A signed text as a file. */
export const SignedDocument = Type.Object(
  {
    /** The kind of the text, so that a document is not taken for one of another kind. */
    format: Type.String({ minLength: 1, maxLength: 64 }),
    keyId: Type.String({ minLength: 1, maxLength: 64 }),
    /** Ed25519 over the UTF-8 bytes of `payload`, as base64. */
    signature: Type.String({ minLength: 1, maxLength: 128 }),
    payload: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);
export type SignedDocument = Static<typeof SignedDocument>;

export function signDocument(format: string, content: object, keys: KeyPair): SignedDocument {
  const payload = JSON.stringify(content);
  return { format, keyId: toKeyId(keys.publicKey), signature: signText(payload, keys), payload };
}

/**
 * Reads a signed document of a format. Its payload may be parsed only afterwards.
 * @param name what the document is, for messages, such as `bundle`
 * @throws VALIDATION_ERROR if it isn't one, INVALID_SIGNATURE if none of the keys signed exactly this payload
 */
export function readSignedDocument(
  text: string,
  { format, name, publicKeys }: { format: string; name: string; publicKeys: readonly string[] },
): SignedDocument {
  const document = parseJson(text);
  if (!Value.Check(SignedDocument, document) || document.format !== format)
    throw invalid(name, `must be a file of format ${format}`, 'format');
  const key = publicKeys.find(each => toKeyId(each) === document.keyId);
  if (key === undefined)
    throw new AppError(
      'INVALID_SIGNATURE',
      `The ${name} is signed with the key ${document.keyId}, which is not trusted`,
    );
  if (!isSignedBy(key, document.payload, document.signature))
    throw new AppError('INVALID_SIGNATURE', `The ${name} was altered after it was signed`);
  return document;
}

/** Parses JSON. @returns undefined if it is none */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
