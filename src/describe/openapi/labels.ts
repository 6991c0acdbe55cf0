import { TIER_LIMITS } from '../../http/rate-limit.ts';
import type { OpenApiDocument, Operation } from './document.ts';

/** Tiers of routes outside of the API. */
const PAGE_TIERS = ['signIn', 'page', 'asset'];

const RATE_LIMITS = Object.entries(TIER_LIMITS)
  .filter(([tier]) => !PAGE_TIERS.includes(tier))
  .map(([tier, limit]) => `${tier} ${limit}`)
  .join(', ');

/** The `info` section of the document. */
export const API_INFO = {
  title: 'Perkmint',
  summary: 'Marketing campaigns, proof, rewards and perks for a small business',
  description: [
    'Customers complete marketing actions and submit proof; businesses review the proof and grant rewards.',
    'Every response is `{ success: true, data }` or `{ success: false, error: { code, message, details? } }`,' +
      ' except for documents such as this one, which are returned without the envelope.',
    'Each of `details` names an invalid `field`, the `issue` for people and the violated `rule` for programs, with' +
      ' its `limit` or the `allowed` values.',
    'Amounts are numbers in the currency of the record, with its decimals: from one of its smallest unit, such as a cent,' +
      ' to 10,000,000,000,000 of them; times are ISO 8601 in UTC; lists are newest first.',
    'Read a list from end to end with `after`: send `pagination.next` of each page until it is null. Records that appear' +
      ' or leave meanwhile are neither skipped nor repeated, unlike with page numbers.',
    '`strict=true` rejects unknown query parameters; otherwise `X-Ignored-Fields` names them.',
    'A POST or PUT that accepts `Idempotency-Key` can be retried safely.',
    'A test key (`pmk_test_…`) works on test data, separate from real data; responses to it have `X-Test-Mode: true`.',
    'Operations with `deprecated` keep working until the date in the `Sunset` header, at least six months after the one in' +
      ' `Deprecation`; `Link` names the `successor-version`.',
    'With `X-Dry-Run: true`, a change is validated and its result returned, but nothing is saved.',
    `Requests per minute for each IP address and endpoint, by \`x-rate-tier\`: ${RATE_LIMITS}.`,
    "Records you don't have access to return 404, as if they did not exist.",
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

/** The tags of the document, in the order a new reader needs them. */
const TAGS: Record<string, string> = {
  Authentication: 'User sessions: log in, register, refresh, log out and change a password.',
  Account: 'Your own account and the devices that are logged in to it.',
  'API keys': 'Credentials for integrations: each acts for one business within its scopes.',
  'Export links': 'Revocable links that answer a list as CSV, for spreadsheets.',
  Businesses: 'Businesses, their settings and their users.',
  Campaigns: 'The actions a business asks for and the rewards it offers.',
  'Public pages': "What anyone can read of shops and campaigns, and the pages' address.",
  Submissions: 'Proof of completed actions, and its review.',
  Rewards: 'Rewards for approved submissions, redeemed by code at checkout.',
  Programs: 'Perk programs with members, points, tiers and goals.',
  Members: 'The members of a program.',
  Cashback: 'Money earned in a program: pending, available, redeemed.',
  Integrations: 'Orders from shop systems: set-up, what came, and what is parked.',
  Passes: 'Member cards and rewards in the wallet of a phone.',
  Mail: 'Mails about decisions, rewards, cashback and orders, and who gets them.',
  Exchange: 'The market where perks are listed, bought and sold.',
  Ledger: 'Balances and their ledger entries.',
  Billing: "A business's plan, invoices and usage.",
  AI: "Suggestions and plans, computed from reference data and the business's own data.",
  'Reference data': 'The action library, published benchmarks, prices and legal notes. Public and cacheable.',
  Influencers: 'Influencers and their rates.',
  Recommendations:
    "Recommendations based on a business's own data, each with the API request that applies it.",
  Connections: 'Social media accounts connected to verify who posted.',
  Verification: 'Results from external verification providers.',
  Events: "A business's events, in order and without gaps.",
  Webhooks: 'Events sent to your endpoints, with signatures and retries.',
  Infrastructure: 'Health checks and machine-readable API descriptions.',
};

/** Lists the tags in use with their descriptions; tags without a description come last. */
export function describeTags(operations: Operation[]): OpenApiDocument['tags'] {
  const used = new Set(operations.flatMap(operation => operation.tags));
  const known = Object.keys(TAGS).filter(name => used.has(name));
  const unknown = [...used].filter(name => !Object.hasOwn(TAGS, name));
  return [...known, ...unknown].map(name => ({
    name,
    description: TAGS[name] ?? '',
  }));
}
