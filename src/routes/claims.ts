import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import {
  Claimable,
  ClaimCode,
  ClaimCodeRequest,
  Claimed,
  ClaimPreviewRequest,
  NewClaim,
} from '../claims/model.ts';
import { claim, listOwnClaims, previewClaim } from '../claims/service/claim.ts';
import { issueClaimCode } from '../claims/service/codes.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { Id, MAX, Text } from '../platform/schema.ts';

/** How a person takes over a membership that a business created at the counter. */
export const claimRoutes = new Elysia({ name: 'claims', tags: ['Programs'] })
  .use(api)
  .post(
    '/programs/:id/members/:memberId/claim',
    async ({ ctx, params: { id, memberId }, body, status }) =>
      status(201, success(await issueClaimCode(ctx, id, memberId, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'counter',
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      params: Type.Object({ id: Id(), memberId: Text(MAX.id) }),
      body: ClaimCodeRequest,
      response: { 201: ok(ClaimCode) },
      detail: describeRoute('createClaimCode', 'Issue a code by which a member claims the card', {
        description:
          'For a member whom the business enrolled under its own reference. The code works once and for seven days, and a new one voids it. Show it as a QR code, print it, or email it with `send`.',
        errors: ['NOT_FOUND', 'CONFLICT', 'NOT_CONFIGURED', 'RATE_LIMITED'],
      }),
    },
  )
  // Dry runs would give attempts at codes that are not counted.
  .post('/claims/preview', async ({ ctx, body }) => success(await previewClaim(ctx, body.code)), {
    access: 'public',
    tier: 'standard',
    dryRun: false,
    body: ClaimPreviewRequest,
    response: ok(Claimable),
    detail: describeRoute('previewClaim', 'Get the memberships that a code gives access to', {
      description: 'Without the name and contact data that the business entered. The code stays valid.',
      errors: ['NOT_FOUND'],
    }),
  })
  .post('/claims', async ({ ctx, body, status }) => status(201, success(await claim(ctx, body))), {
    access: 'person',
    scope: 'write',
    tier: 'standard',
    idempotent: true,
    dryRun: false,
    body: NewClaim,
    response: { 201: ok(Claimed) },
    detail: describeRoute('claimMembership', 'Claim a membership that a business created for you', {
      description:
        'Points, visits, cashback and rewards become yours, in all programs of the business under the same reference. A membership of your own in which nothing has happened gives way.',
      errors: ['NOT_FOUND', 'FORBIDDEN', 'ALREADY_ENROLLED'],
    }),
  })
  .get('/account/claims', async ({ ctx }) => success(await listOwnClaims(ctx)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    response: ok(Claimable),
    detail: describeRoute('listOwnClaims', 'List memberships with your confirmed email address', {
      description: 'A business created them for you. Claim one with its ID; no code is needed.',
      errors: ['FORBIDDEN'],
    }),
  });
