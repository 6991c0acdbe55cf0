import type { TestApp } from './test-app.ts';

/** Lets an agent propose to grant a member cashback. @returns the ID of the proposal */
export async function propose(
  ctx: TestApp,
  { owner, program, memberId }: { owner: string; program: string; memberId: string },
): Promise<string> {
  const mandate = {
    tools: ['createCashback'],
    budget: { amount: 100, window: 'month' },
    approvalAbove: 0,
    expiresAt: '2030-01-01T00:00:00Z',
  };
  const key = { name: 'Robin', kind: 'agent', mandate };
  const { data: agent } = await ctx.call('POST', '/api-keys', key, { as: owner });
  const options = { as: { apiKey: agent.key } };
  const refused = await ctx.call('POST', `/programs/${program}/cashback`, { memberId, amount: 5 }, options);
  return refused.body.error.proposal.id;
}
