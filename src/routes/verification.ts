import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { readBytes, readSigned } from '../http/body.ts';
import { ok, success } from '../http/envelope.ts';
import { VerificationReceipt, VerificationResult } from '../verification/model.ts';
import { assertSigned, receiveVerification } from '../verification/service.ts';

export const verificationRoutes = new Elysia({ name: 'verification', tags: ['Verification'] }).use(api).post(
  '/verification/webhook',
  async ({ ctx, request }) => {
    const bytes = await readBytes(request);
    assertSigned(ctx, request.headers, bytes);
    return success(await receiveVerification(ctx, readSigned(request, bytes, VerificationResult)));
  },
  {
    access: 'public',
    tier: 'standard',
    bodyKind: 'raw',
    response: ok(VerificationReceipt),
    detail: describeRoute(
      'receiveVerification',
      'Receive a verification result, signed with the legacy webhook headers',
      {
        errors: ['NOT_FOUND'],
        signed: VerificationResult,
      },
    ),
  },
);
