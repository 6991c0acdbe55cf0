import { type Static, Type } from '@sinclair/typebox';
import { NO_TRIM, Text } from '../platform/schema.ts';
import { PasskeyAssertion } from './passkey-model.ts';

export const MAX_PASSWORD_LENGTH = 200;
const MAX_TOKEN_LENGTH = 4_096;

/** A password to verify: any length. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH, [NO_TRIM]: true });
export const Token = Text(MAX_TOKEN_LENGTH);

/** A code of the authenticator app, or a recovery code. */
export const SecondFactorCode = Type.String({
  pattern: '^[0-9A-Za-z -]{6,20}$',
  patternHint: '6 digits or a recovery code',
  description: 'The 6 digits of the authenticator app, or a recovery code',
  examples: ['481516'],
});

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
      Type.String({
        ...SecondFactorCode,
        description:
          'The 6 digits of the authenticator app, or a recovery code; without an app, the 6 digits that requestCode emailed',
      }),
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
