import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { MEMBER_STATUSES, REFERRAL_STATUSES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, rankedQuery, severalOf } from '../http/paginate.ts';
import { sendZip, ZIP_TYPE } from '../http/zip.ts';
import { MergedMembers, NewMerge } from '../merges/model.ts';
import { mergeMember } from '../merges/service/merge.ts';
import { undoMerge } from '../merges/service/undo.ts';
import { Id, MAX, Text } from '../platform/schema.ts';
import { ErasedMember } from '../privacy/model.ts';
import { eraseMember } from '../privacy/service/erase.ts';
import { exportMember } from '../privacy/service/export.ts';
import { Adjustment, AppliedAdjustment, NewAdjustment } from '../programs/adjustments/model.ts';
import { adjustMember, listAdjustments } from '../programs/adjustments/service/adjust.ts';
import { undoAdjustment } from '../programs/adjustments/service/undo.ts';
import { Member, MemberCard, memberSearch } from '../programs/members/model.ts';
import { getCard, replaceCard } from '../programs/members/service/card.ts';
import { listMembersOfBusiness } from '../programs/members/service/members.ts';
import { ReferralRecord } from '../programs/referrals/model.ts';
import { listReferrals } from '../programs/referrals/service/list.ts';
import { recordAction } from '../system/service/audit-log.ts';

const params = Type.Object({ id: Id(), memberId: Text(MAX.id) });

export const memberRoutes = new Elysia({ name: 'members', tags: ['Programs'] })
  .use(api)
  .get('/members', async ({ ctx, query }) => success(await listMembersOfBusiness(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'counter',
    tier: 'relaxed',
    query: rankedQuery({
      q: memberSearch(),
      status: severalOf(MEMBER_STATUSES),
      card: Type.Optional(
        Text(MAX.id, {
          description: 'Text of a scanned member card; returns its member or NOT_FOUND. Not with q',
        }),
      ),
      businessId: Type.Optional(Id('Business ID (admins only)')),
    }),
    response: page(Member),
    detail: describeRoute('searchMembers', 'Search the members of all programs, most recently active first', {
      errors: ['NOT_FOUND', 'MEMBER_SUSPENDED'],
    }),
  })
  .get(
    '/programs/:id/members/:memberId/card',
    async ({ ctx, params: { id, memberId } }) => success(await getCard(ctx, id, memberId)),
    {
      access: 'any',
      scope: 'read',
      permission: 'counter',
      tier: 'relaxed',
      params,
      response: ok(MemberCard),
      detail: describeRoute('getMemberCard', "Get a member's card to show as a QR code", {
        errors: ['NOT_FOUND', 'FORBIDDEN', 'MEMBER_SUSPENDED'],
      }),
    },
  )
  .post(
    '/programs/:id/members/:memberId/card',
    async ({ ctx, params: { id, memberId } }) => success(await replaceCard(ctx, id, memberId)),
    {
      access: 'any',
      scope: 'write',
      permission: 'review',
      tier: 'standard',
      idempotent: true,
      params,
      response: ok(MemberCard),
      detail: describeRoute('replaceMemberCard', "Replace a member's card; the earlier card stops working", {
        errors: ['NOT_FOUND', 'FORBIDDEN', 'MEMBER_SUSPENDED'],
      }),
    },
  )
  .get(
    '/programs/:id/members/:memberId/adjustments',
    async ({ ctx, params: { id, memberId }, query }) =>
      success(await listAdjustments(ctx, id, memberId, query)),
    {
      access: 'business',
      scope: 'read',
      permission: 'programs',
      tier: 'relaxed',
      params,
      query: listQuery({}),
      response: page(Adjustment),
      detail: describeRoute('listAdjustments', "List the corrections of a member's balances, newest first", {
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post(
    '/programs/:id/members/:memberId/adjustments',
    async ({ ctx, params: { id, memberId }, body, status }) =>
      status(201, success(await adjustMember(ctx, id, memberId, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      idempotent: true,
      params,
      body: NewAdjustment,
      response: { 201: ok(AppliedAdjustment) },
      detail: describeRoute('adjustMember', "Correct a member's points, visits or cashback, with a reason", {
        description:
          'Posts a counter-entry to the ledger; earlier entries stay. Tiers and goals follow: a goal that is reached issues its reward, and the reward of one that is no longer reached becomes void. Can be undone.',
        errors: ['NOT_FOUND', 'MEMBER_SUSPENDED', 'INSUFFICIENT_BALANCE', 'CONFLICT', 'LIMIT_REACHED'],
      }),
    },
  )
  .post(
    '/programs/:id/members/:memberId/adjustments/:adjustmentId/undo',
    async ({ ctx, params: { id, memberId, adjustmentId } }) =>
      success(await undoAdjustment(ctx, id, memberId, adjustmentId)),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      idempotent: true,
      params: Type.Object({ ...params.properties, adjustmentId: Id() }),
      response: ok(AppliedAdjustment),
      detail: describeRoute('undoAdjustment', 'Undo a correction of a balance', {
        description:
          'What was added is taken back, and what was taken back returns where it came from. Rejected if what was added is already spent.',
        errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'INSUFFICIENT_BALANCE', 'CONFLICT'],
      }),
    },
  )
  .post(
    '/programs/:id/members/:memberId/merge',
    async ({ ctx, params: { id, memberId }, body, status }) =>
      status(201, success(await mergeMember(ctx, id, memberId, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      idempotent: true,
      params,
      body: NewMerge,
      response: { 201: ok(MergedMembers) },
      detail: describeRoute('mergeMember', 'Merge a member into another one of the program', {
        description:
          'For a person with two cards, or a card that moves to another person. Points, cashback, visits, rewards, purchases and their history move, on the ledger; contact data fills what the other member lacks. The merged member ends, and its member ID and cards lead to the other one. If it belongs to an account, the account loses the membership. Can be undone.',
        errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'MEMBER_SUSPENDED', 'LIMIT_REACHED'],
      }),
    },
  )
  .post(
    '/programs/:id/members/:memberId/merge/undo',
    async ({ ctx, params: { id, memberId } }) => success(await undoMerge(ctx, id, memberId)),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      idempotent: true,
      params,
      response: ok(MergedMembers),
      detail: describeRoute('undoMerge', 'Undo the latest merge of a member', {
        description:
          'Name the member who was merged, or the one who got everything. What moved returns as it is now, with refunds of it; what the other member has done since stays there. Rejected if what moved has been spent.',
        errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'CONFLICT', 'INSUFFICIENT_BALANCE'],
      }),
    },
  )
  .get(
    '/programs/:id/members/:memberId/export',
    async ({ ctx, params: { id, memberId } }) => {
      const exported = await exportMember(ctx, id, memberId);
      await recordAction(ctx);
      return sendZip(exported);
    },
    {
      access: 'business',
      scope: 'read',
      permission: 'programs',
      tier: 'relaxed',
      params,
      detail: describeRoute('exportMember', 'Download everything that the business keeps of a member', {
        description:
          'Answers a person who asks what is stored about them: a ZIP archive with index.html to read, one JSON file per kind of record in data, and the files that the person uploaded in files. It covers all programs of the business, and members who were merged into this one; an account that the person may have is not part of it.',
        produces: [ZIP_TYPE],
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .delete(
    '/programs/:id/members/:memberId',
    async ({ ctx, params: { id, memberId } }) => success(await eraseMember(ctx, id, memberId)),
    {
      access: 'business',
      scope: 'manage',
      permission: 'programs',
      tier: 'standard',
      params,
      response: ok(ErasedMember),
      detail: describeRoute('eraseMember', "Erase a member's personal data, without undo", {
        description:
          'Erases everything by which the person can be recognized, in all programs of the business: name, email, phone, metadata, proof, notes, and the reference, which is replaced by an ID. Visits, money and statistics stay, without the person. The account of a person who has one stays.',
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .get(
    '/programs/:id/referrals',
    async ({ ctx, params, query }) => success(await listReferrals(ctx, params.id, query)),
    {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      params: Type.Object({ id: Id() }),
      query: listQuery({
        status: severalOf(REFERRAL_STATUSES),
        memberId: Type.Optional(Text(MAX.id, { description: 'Filter by the member who brought the others' })),
      }),
      response: page(ReferralRecord),
      detail: describeRoute('listReferrals', 'List the members whom other members brought, newest first', {
        errors: ['NOT_FOUND'],
      }),
    },
  );
