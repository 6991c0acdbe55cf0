import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { CASHBACK_STATUSES, MEMBER_STATUSES, PROGRAM_STATUSES } from '../../db/enums.ts';
import { BUSINESS_INCLUDES } from '../businesses/model.ts';
import { deleteProgram } from '../campaigns/service/update.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, searchQuery, severalOf } from '../http/paginate.ts';
import { assertPermission } from '../http/pipeline/authorize.ts';
import { Id, MAX, Text } from '../platform/schema.ts';
import * as cashback from '../programs/cashback/model.ts';
import { earnCashback, listCashback, transitionCashback } from '../programs/cashback/service/cashback.ts';
import { redeemCashback } from '../programs/cashback/service/redeem.ts';
import {
  MEMBER_INCLUDES,
  Member,
  MemberChange,
  MemberProgress,
  memberSearch,
  NewMember,
} from '../programs/members/model.ts';
import * as members from '../programs/members/service/members.ts';
import { getProgress } from '../programs/members/service/progress.ts';
import * as model from '../programs/model.ts';
import { CashbackRefund } from '../programs/refunds/model.ts';
import { refund } from '../programs/refunds/service/refunds.ts';
import * as programs from '../programs/service/programs.ts';
import { getProgram, listPrograms } from '../programs/service/read.ts';
import { NewProgramSubmission } from '../programs/submission-model.ts';
import { ProgramSummary } from '../programs/summary-model.ts';
import { Submission } from '../submissions/model.ts';
import { submitToProgram } from '../submissions/service/submit.ts';
import { memberRoutes } from './members.ts';
import { visitRoutes } from './visits.ts';

const params = Type.Object({ id: Id() });
const memberParams = Type.Object({ id: Id(), memberId: Text(MAX.id) });
const Deleted = Type.Object({ id: Id(), deleted: Type.Literal(true) });

export const programRoutes = new Elysia({ name: 'programs', tags: ['Programs'] })
  .use(api)
  .use(memberRoutes)
  .use(visitRoutes)
  .get('/programs', async ({ ctx, query }) => success(await listPrograms(ctx, query)), {
    access: 'any',
    scope: 'read',
    permission: 'counter',
    tier: 'relaxed',
    query: listQuery({
      status: severalOf(PROGRAM_STATUSES),
      q: searchQuery('Search the name'),
      businessId: Type.Optional(Id('Filter by business ID')),
      include: severalOf(BUSINESS_INCLUDES, {
        description: 'Include related records under their names, beside their IDs',
      }),
    }),
    response: page(model.Program),
    detail: describeRoute('listPrograms', 'List perk programs, newest first'),
  })
  .post(
    '/programs',
    async ({ ctx, body, status }) => status(201, success(await programs.create(ctx, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      idempotent: true,
      body: model.NewProgram,
      response: { 201: ok(model.Program) },
      detail: describeRoute('createProgram', 'Create a perk program', { errors: ['NOT_FOUND'] }),
    },
  )
  .get('/programs/:id', async ({ ctx, params, query }) => success(await getProgram(ctx, params.id, query)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    params,
    query: Type.Object({
      include: severalOf(BUSINESS_INCLUDES, {
        description: 'Include related records under their names, beside their IDs',
      }),
    }),
    response: ok(model.Program),
    detail: describeRoute('getProgram', 'Get a program', { errors: ['NOT_FOUND'] }),
  })
  .put(
    '/programs/:id',
    async ({ ctx, params, body }) => success(await programs.update(ctx, params.id, body)),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      idempotent: true,
      params,
      body: model.ProgramChange,
      response: ok(model.Program),
      detail: describeRoute('updateProgram', 'Update, pause, resume or end a program', {
        errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
      }),
    },
  )
  .delete('/programs/:id', async ({ ctx, params }) => success(await deleteProgram(ctx, params.id)), {
    access: 'business',
    scope: 'write',
    permission: 'programs',
    tier: 'standard',
    params,
    response: ok(Deleted),
    detail: describeRoute('deleteProgram', 'Delete a program without members', {
      errors: ['NOT_FOUND', 'PROGRAM_HAS_MEMBERS', 'CONFLICT'],
    }),
  })
  .get(
    '/programs/:id/progress',
    async ({ ctx, params, query }) => success(await getProgress(ctx, params.id, query)),
    {
      access: 'any',
      scope: 'read',
      permission: 'counter',
      tier: 'relaxed',
      params,
      query: Type.Object({
        memberId: Type.Optional(
          Text(MAX.id, {
            description: 'Member or user ID; if a business omits it, the response summarizes all members',
          }),
        ),
      }),
      response: ok(Type.Union([ProgramSummary, MemberProgress])),
      detail: describeRoute('getProgramProgress', 'Get the progress of a member or of the whole program', {
        errors: ['NOT_FOUND', 'FORBIDDEN', 'NOT_A_MEMBER'],
      }),
    },
  )
  .post(
    '/programs/:id/submit',
    async ({ ctx, params, body, status }) =>
      status(201, success(await submitToProgram(ctx, params.id, body))),
    {
      access: 'any',
      scope: 'write',
      permission: 'review',
      tier: 'standard',
      idempotent: true,
      params,
      body: NewProgramSubmission,
      response: { 201: ok(Submission) },
      detail: describeRoute('submitToProgram', 'Submit proof to a program', {
        errors: [
          'NOT_FOUND',
          'FORBIDDEN',
          'MEMBER_SUSPENDED',
          'NOT_A_MEMBER',
          'PROGRAM_NOT_ACTIVE',
          'CAMPAIGN_NOT_ACTIVE',
          'LIMIT_REACHED',
          'BUDGET_EXHAUSTED',
          'DUPLICATE_SUBMISSION',
          'CONFLICT',
          'PLAN_LIMIT',
        ],
      }),
    },
  )
  .get(
    '/programs/:id/cashback',
    async ({ ctx, params, query }) => success(await listCashback(ctx, params.id, query)),
    {
      access: 'any',
      scope: 'read',
      tier: 'relaxed',
      params,
      query: listQuery({
        memberId: Type.Optional(Text(MAX.id, { description: 'Filter by member' })),
        status: severalOf(CASHBACK_STATUSES),
        include: severalOf(MEMBER_INCLUDES, { description: 'Include the member of each record' }),
      }),
      response: page(cashback.ListedCashback),
      detail: describeRoute('listCashback', "List a program's cashback, newest first", {
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post(
    '/programs/:id/cashback',
    async ({ ctx, params: { id }, body, status }) => {
      if (body.action === 'refund') return status(201, success(await refund(ctx, id, body)));
      if (body.action === 'redeem') return status(201, success(await redeemCashback(ctx, id, body)));
      assertPermission(ctx.actor, 'review');
      if ('cashbackId' in body) return status(200, success(await transitionCashback(ctx, id, body)));
      return status(201, success(await earnCashback(ctx, id, body)));
    },
    {
      access: 'business',
      scope: 'write',
      permission: 'counter',
      tier: 'standard',
      idempotent: true,
      params,
      body: cashback.CashbackRequest,
      response: {
        200: ok(cashback.Cashback),
        201: ok(Type.Union([cashback.Cashback, cashback.CashbackRedeemed, CashbackRefund])),
      },
      detail: describeRoute('createCashback', 'Grant, confirm, void, reverse, redeem or refund cashback', {
        description:
          'A refund takes back what an order earned, in proportion to the refunded part: each state is rounded down to the cent or point, so that the parts add up to the whole. Users with the position counter can only redeem and refund.',
        errors: [
          'NOT_FOUND',
          'MEMBER_SUSPENDED',
          'NOT_A_MEMBER',
          'PROGRAM_NOT_ACTIVE',
          'DUPLICATE_ORDER',
          'LIMIT_REACHED',
          'INVALID_TRANSITION',
          'CONFLICT',
          'INSUFFICIENT_BALANCE',
          'CONFLICT',
        ],
      }),
    },
  )
  .get(
    '/programs/:id/members',
    async ({ ctx, params, query }) => success(await members.listMembers(ctx, params.id, query)),
    {
      access: 'any',
      scope: 'read',
      permission: 'counter',
      tier: 'relaxed',
      params,
      query: listQuery({
        q: memberSearch(),
        status: severalOf(MEMBER_STATUSES),
        tier: Type.Optional(Text(MAX.name, { description: 'Filter by tier' })),
      }),
      response: page(Member),
      detail: describeRoute('listMembers', "List or search a program's members, newest first", {
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post(
    '/programs/:id/members',
    async ({ ctx, params, body, status }) => status(201, success(await members.enroll(ctx, params.id, body))),
    {
      access: 'any',
      scope: 'write',
      permission: 'counter',
      tier: 'standard',
      idempotent: true,
      params,
      body: NewMember,
      response: { 201: ok(Member) },
      detail: describeRoute('enrollMember', 'Enroll a member, or enroll yourself', {
        errors: [
          'NOT_FOUND',
          'FORBIDDEN',
          'PROGRAM_NOT_ACTIVE',
          'ALREADY_ENROLLED',
          'CONFLICT',
          'LIMIT_REACHED',
          'PLAN_LIMIT',
        ],
      }),
    },
  )
  .get(
    '/programs/:id/members/:memberId',
    async ({ ctx, params: { id, memberId } }) => success(await members.getMember(ctx, id, memberId)),
    {
      access: 'any',
      scope: 'read',
      permission: 'counter',
      tier: 'relaxed',
      params: memberParams,
      response: ok(Member),
      detail: describeRoute('getMember', 'Get a member', { errors: ['NOT_FOUND', 'FORBIDDEN'] }),
    },
  )
  .put(
    '/programs/:id/members/:memberId',
    async ({ ctx, params: { id, memberId }, body }) => success(await members.update(ctx, id, memberId, body)),
    {
      access: 'any',
      scope: 'write',
      permission: 'counter',
      tier: 'standard',
      idempotent: true,
      params: memberParams,
      body: MemberChange,
      response: ok(Member),
      detail: describeRoute('updateMember', 'Update, suspend or reinstate a member, or leave a program', {
        errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PLAN_LIMIT'],
      }),
    },
  );
