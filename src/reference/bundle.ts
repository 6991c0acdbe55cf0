import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { invalid } from '../errors.ts';
import { SEED_FILES } from '../library/seed-model.ts';
import type { SeedFiles } from '../library/validation/validate.ts';
import type { KeyPair } from '../platform/ed25519.ts';
import {
  parseJson,
  readSignedDocument,
  type SignedDocument,
  signDocument,
} from '../platform/signed-document.ts';

const BUNDLE_FORMAT = 'perkmint-reference-1';
/** Ten times the size of the built-in files. */
export const MAX_BUNDLE_BYTES = 8 * 1024 * 1024;
const MAX_NOTES = 2_000;

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

export function signBundle(payload: BundlePayload, keys: KeyPair): SignedDocument {
  return signDocument(BUNDLE_FORMAT, payload, keys);
}

/**
 * Reads a bundle, verifying its signature before its content.
 * @throws VALIDATION_ERROR if it isn't a bundle, INVALID_SIGNATURE if none of the keys signed exactly this content
 */
export function readBundle(
  text: string,
  publicKeys: readonly string[],
): { bundle: SignedDocument; content: BundlePayload } {
  const bundle = readSignedDocument(text, { format: BUNDLE_FORMAT, name: 'bundle', publicKeys });
  return { bundle, content: readPayload(bundle.payload) };
}

/** Reads the signed text of a bundle. @throws VALIDATION_ERROR */
export function readPayload(text: string): BundlePayload {
  const content = parseJson(text);
  if (Value.Check(BundlePayload, content)) return content as BundlePayload;
  const first = Value.Errors(BundlePayload, content).First();
  throw invalid('payload', `${first?.path ?? ''}: ${first?.message ?? 'is not valid'}`, 'format');
}
