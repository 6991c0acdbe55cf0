import { type Static, Type } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';
import { foldCode } from '../platform/digits.ts';
import { type Check, customType, NO_TRIM, NORMALIZE, Text, VIOLATION } from '../platform/schema.ts';
import { PasskeyAssertion } from './passkey-model.ts';

export const MAX_PASSWORD_LENGTH = 200;
const MAX_TOKEN_LENGTH = 4_096;

/** A password to verify: any length. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH, [NO_TRIM]: true });
export const Token = Text(MAX_TOKEN_LENGTH);

/** Characters of a code with the spaces and marks that are pasted around and between its groups. */
const MAX_TYPED_CODE = 40;

/** Input: a code, without the spaces and dashes of its groups. */
export function Code(kind: string, pattern: RegExp, expected: string, description: string) {
  const schema = {
    type: 'string',
    minLength: 1,
    maxLength: MAX_TYPED_CODE,
    examples: ['481516'],
    description,
  };
  const rules = { [NORMALIZE]: foldCode, [VIOLATION]: { rule: 'pattern' } satisfies Violation };
  const isCode: Check = (_, value) => typeof value === 'string' && pattern.test(value);
  return customType<string>(kind, { ...schema, ...rules }, expected, isCode);
}

const createFactorCode = (description: string) =>
  Code('FactorCode', /^[0-9A-Za-z]{6,20}$/, '6 digits or a recovery code', description);

/** A code of the authenticator app, or a recovery code. */
export const SecondFactorCode = createFactorCode('The 6 digits of the authenticator app, or a recovery code');

/** Completes a login that returned SECOND_FACTOR_REQUIRED. */
export const SecondFactor = Type.Object({
  action: Type.Literal('secondFactor'),
  challenge: Token,
  code: SecondFactorCode,
});
export type SecondFactor = Static<typeof SecondFactor>;

/** Answers RECENT_PROOF_REQUIRED, with one of the three proofs. */
export const ConfirmIdentity = Type.Object(
  {
    action: Type.Literal('confirmIdentity'),
    challenge: Token,
    password: Type.Optional(GivenPassword),
    code: Type.Optional(
      createFactorCode(
        'The 6 digits of the authenticator app, or a recovery code; without an app, the 6 digits that requestCode emailed',
      ),
    ),
    passkey: Type.Optional(PasskeyAssertion),
  },
  {
    examples: [
      {
        action: 'confirmIdentity',
        challenge: 'V2hhdCBhIG5pY2UgY2hhbGxlbmdl',
        password: 'correct horse battery',
      },
    ],
  },
);
export type ConfirmIdentity = Static<typeof ConfirmIdentity>;
