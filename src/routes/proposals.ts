import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { PROPOSAL_STATUSES } from '../../db/enums.ts';
import { findCreator } from '../auth/service/authenticate.ts';
import { atomically, type Ctx } from '../context.ts';
import { AppError, ERRORS, type ErrorCode } from '../errors.ts';
import * as events from '../events/service.ts';
import { api, describeRoute } from '../http/api.ts';
import type { SharedTransaction } from '../http/batch.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { requestState } from '../http/request-state.ts';
import { Proposal, ProposalDecision } from '../mandates/model.ts';
import { type Agent, charge, isAgent } from '../mandates/service/charge.ts';
import * as proposals from '../mandates/service/proposals.ts';
import { Id, PathId } from '../platform/schema.ts';
import { runTogether, toFailure } from './batch.ts';
import { installationOf } from './installation.ts';

/** Requests of agents that wait for a person, and the decisions about them. */
export const proposalRoutes = new Elysia({ name: 'proposals', tags: ['API keys'] })
  .use(api)
  .get('/proposals', async ({ ctx, query }) => success(await proposals.listProposals(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'proposals',
    testMode: false,
    tier: 'relaxed',
    query: listQuery({
      status: severalOf(PROPOSAL_STATUSES),
      businessId: Type.Optional(Id('Business ID (admins only)')),
    }),
    response: page(Proposal),
    detail: describeRoute(
      'listProposals',
      'List the requests of agents that wait for a person, newest first',
      {
        errors: ['NOT_FOUND'],
      },
    ),
  })
  .get('/proposals/:id', async ({ ctx, params }) => success(await proposals.getProposal(ctx, params.id)), {
    access: 'business',
    scope: 'read',
    permission: 'proposals',
    testMode: false,
    tier: 'relaxed',
    params: PathId,
    response: ok(Proposal),
    detail: describeRoute('getProposal', 'Get a request of an agent with its decision', {
      errors: ['NOT_FOUND'],
    }),
  })
  .post(
    '/proposals/:id/decide',
    async ({ ctx, params, body, request }) => {
      if (body.action === 'reject') return success(await proposals.rejectProposal(ctx, params.id, body));
      return success(await runTogether(request, shared => approve(request, shared, params.id, body)));
    },
    {
      access: 'businessUser',
      scope: 'manage',
      permission: 'proposals',
      testMode: false,
      tier: 'standard',
      idempotent: 'batch',
      params: PathId,
      body: ProposalDecision,
      response: ok(Proposal),
      detail: describeRoute('decideProposal', 'Approve or reject a request of an agent', {
        description:
          'An approved request runs exactly as the agent sent it, and is charged to its budget. If it fails, or costs more than when it was proposed, nothing is changed and the proposal waits on.',
        // The error of an approved request is that of its operation.
        errors: (Object.keys(ERRORS) as ErrorCode[]).filter(code => ERRORS[code].status !== 401),
      }),
    },
  );

async function approve(
  request: Request,
  shared: SharedTransaction,
  id: string,
  { reason }: ProposalDecision,
): Promise<Proposal> {
  const { ctx: outer, clientIp } = requestState(request);
  const ctx = shared.join(outer);
  const {
    keyId,
    operationId,
    approvedCents,
    request: proposed,
  } = await atomically(ctx, tx => proposals.beginApproval(tx, id));
  const agent = await requireAgent(ctx, keyId);
  const after = await events.getLastSequence(ctx, agent.businessId);
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (outer.requestId) headers.set('X-Request-Id', outer.requestId);
  if (proposed.idempotencyKey) headers.set('Idempotency-Key', proposed.idempotencyKey);
  const sent = new Request(new URL(proposed.path, request.url), {
    method: proposed.method,
    headers,
    body: proposed.body,
  });
  const { dispatch } = installationOf(request);
  const response = await dispatch(sent, clientIp, agent, { shared, isApproved: true });
  const { data, error } = await response.json();
  if (error) throw toFailure(error, response, `The approved request failed, so nothing was changed: `);
  await atomically(ctx, tx => charge(tx, { agent, operationId, after, approvedCents }));
  return await atomically(ctx, tx => proposals.finishApproval(tx, id, { result: data, reason }));
}

/** @throws CONFLICT if the agent no longer works */
async function requireAgent(ctx: Ctx, keyId: string): Promise<Agent> {
  const agent = await findCreator(ctx, 'apiKey', keyId);
  if (!agent || !isAgent(agent))
    throw new AppError('CONFLICT', "The key of the agent was revoked or has ended, so the request can't run");
  return agent;
}
