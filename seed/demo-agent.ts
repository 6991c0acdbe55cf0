import type { DemoHost } from './demo-host.ts';

/** 90 days after the end of the demo. */
const LAST_DAY = 132;

/** Creates an agent, which asks to thank a member with more than it may spend on its own. */
export async function hireAgent(
  { call, timeOf }: DemoHost,
  program: string,
  memberId: string,
): Promise<void> {
  const mandate = {
    tools: ['listMembers', 'getMember', 'createCashback'],
    budget: { amount: 50, window: 'week' },
    approvalAbove: 10,
    expiresAt: new Date(timeOf(LAST_DAY, 0)).toISOString(),
  };
  const { key } = await call('owner', 'POST', '/api-keys', { name: 'Robin', kind: 'agent', mandate });
  const cashback = { memberId, amount: 12.5, description: 'Thank you for the pictures' };
  await call('agent', 'POST', `/programs/${program}/cashback`, cashback, { 'x-api-key': key });
}
