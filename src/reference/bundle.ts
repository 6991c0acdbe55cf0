import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { AppError, invalid } from '../errors.ts';
import { SEED_FILES } from '../library/seed-model.ts';
import type { SeedFiles } from '../library/validation/validate.ts';
import { isSignedBy, type KeyPair, signText, toKeyId } from '../platform/ed25519.ts';

const BUNDLE_FORMAT = 'perkmint-reference-1';
/** Ten times the size of the built-in files. */
export const MAX_BUNDLE_BYTES = 8 * 1024 * 1024;
const MAX_NOTES = 2_000;

/** A bundle of reference data as a file. `payload` is the signed text: the JSON of a BundlePayload. */
export const Bundle = Type.Object(
  {
    format: Type.Literal(BUNDLE_FORMAT),
    keyId: Type.String({ minLength: 1, maxLength: 64 }),
    /** Ed25519 over the UTF-8 bytes of `payload`, as base64. */
    signature: Type.String({ minLength: 1, maxLength: 128 }),
    payload: Type.String({ minLength: 1, maxLength: MAX_BUNDLE_BYTES }),
  },
  { additionalProperties: false },
);
export type Bundle = Static<typeof Bundle>;

/** `files` replaces whole files of seed/, under the names of ReferenceData; the others stay as built in. */
export const BundlePayload = Type.Object(
  {
    issuedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
    notes: Type.String({ maxLength: MAX_NOTES }),
    files: Type.Partial(
      Type.Record(Type.Union(Object.keys(SEED_FILES).map(name => Type.Literal(name))), Type.Unknown(), {
        additionalProperties: false,
      }),
    ),
  },
  { additionalProperties: false },
);
export interface BundlePayload {
  issuedAt: string;
  notes: string;
  files: Partial<SeedFiles>;
}

export function signBundle(payload: BundlePayload, keys: KeyPair): Bundle {
  const text = JSON.stringify(payload);
  return {
    format: BUNDLE_FORMAT,
    keyId: toKeyId(keys.publicKey),
    signature: signText(text, keys),
    payload: text,
  };
}

/**
 * Reads a bundle, verifying its signature before its content.
 * @throws VALIDATION_ERROR if it isn't a bundle, INVALID_SIGNATURE if none of the keys signed exactly this content
 */
export function readBundle(
  text: string,
  publicKeys: readonly string[],
): { bundle: Bundle; content: BundlePayload } {
  const bundle = parseJson(text);
  if (!Value.Check(Bundle, bundle))
    throw invalid('bundle', `must be a file of format ${BUNDLE_FORMAT}`, 'format');
  const key = publicKeys.find(each => toKeyId(each) === bundle.keyId);
  if (key === undefined)
    throw new AppError(
      'INVALID_SIGNATURE',
      `The bundle is signed with the key ${bundle.keyId}, which is not trusted`,
    );
  if (!isSignedBy(key, bundle.payload, bundle.signature))
    throw new AppError('INVALID_SIGNATURE', 'The bundle was altered after it was signed');
  return { bundle, content: readPayload(bundle.payload) };
}

/** Reads the signed text of a bundle. @throws VALIDATION_ERROR */
export function readPayload(text: string): BundlePayload {
  const content = parseJson(text);
  if (Value.Check(BundlePayload, content)) return content as BundlePayload;
  const first = Value.Errors(BundlePayload, content).First();
  throw invalid('payload', `${first?.path ?? ''}: ${first?.message ?? 'is not valid'}`, 'format');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
