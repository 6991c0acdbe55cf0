import { TIER_LIMITS } from '../http/rate-limit.ts';
import type { OpenApiDocument, Operation } from './document.ts';

const LIMITS = Object.entries(TIER_LIMITS)
  .map(([tier, limit]) => `${tier} ${limit}`)
  .join(', ');

/** What stands at the head of the description. */
export const ABOUT = {
  title: 'Perkmint',
  summary: 'Marketing campaigns, proof, rewards and perks for a small business',
  description: [
    'Customers complete marketing actions and submit proof; businesses review the proof and reward it.',
    'Every answer is `{ success: true, data }` or `{ success: false, error: { code, message, details? } }`,' +
      ' save the documents that readers expect bare.',
    'Money is a number in US dollars with two decimals at most; times are ISO 8601 in UTC; lists are newest' +
      ' first.',
    'A POST or PUT that takes `Idempotency-Key` can be sent again without doing its work twice.',
    'With `X-Dry-Run: true` a change is checked by all rules and answered, but not made.',
    `Requests a minute, for each address and endpoint, by \`x-rate-tier\`: ${LIMITS}.`,
    'Records of others answer 404, exactly as records that do not exist.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

/** The chapters of the description, in the order in which a newcomer needs them. */
const TAGS: Record<string, string> = {
  Authentication: 'Sessions of people: log in, register, refresh, log out, change a password.',
  'API keys': 'Credentials of programs: each acts for one business within its scopes.',
  Businesses: 'The tenants, their settings and their people.',
  Campaigns: 'What a business asks for and what it gives in return.',
  Submissions: 'Proof that an action was done, and its review.',
  Rewards: 'What an approved submission earned, redeemed at the till by its code.',
  Programs: 'Lasting perk programs with members, points, tiers and goals.',
  Members: 'The people in a program.',
  Cashback: 'Money earned in a program: pending, available, redeemed.',
  Exchange: 'The market on which perks are offered, bought and sold.',
  Ledger: 'Balances and the entries that made them.',
  Billing: 'The plan of a business, its invoices and its usage.',
  AI: 'Suggestions and plans, computed from reference data and own figures.',
  'Reference data': 'The action library, published benchmarks, prices and legal notes; public and cached.',
  Influencers: 'People with an audience, and what they charge.',
  Recommendations: "What follows from a business's own numbers, each with the request that carries it out.",
  Connections: 'Accounts on social platforms, connected to prove who posted.',
  Verification: 'Results of checks that somebody else made.',
  Events: 'What happened in a business, gapless and in order.',
  Webhooks: 'Events sent to an address of yours, signed and retried.',
  Infrastructure: 'Health and the machine-readable descriptions.',
};

/** The tags in use, each with its description; one that nobody described stands last, without. */
export function describeTags(operations: Operation[]): OpenApiDocument['tags'] {
  const used = new Set(operations.flatMap(operation => operation.tags));
  const known = Object.keys(TAGS).filter(name => used.has(name));
  const unknown = [...used].filter(name => !Object.hasOwn(TAGS, name));
  return [...known, ...unknown].map(name => ({
    name,
    description: TAGS[name] ?? '',
  }));
}
