import { type PERMISSIONS, POSITION_PERMISSIONS, POSITIONS } from '../db/enums.ts';
import { TIER_LIMITS } from '../src/http/rate-limit.ts';
import type { Tier } from '../src/http/routes.ts';
import { ENCRYPTED_COLUMN_NAMES } from '../src/system/service/encrypted-values.ts';
import { markdown } from './guide-tables.ts';

/** Builds the tables of the guide "Security model" from the code; a test compares them. */

const RIGHTS: Record<(typeof PERMISSIONS)[number], string> = {
  keys: 'API keys; delete test data',
  webhookSecrets: 'Create webhooks and shop systems, see and rotate their secrets',
  billing: 'Plan, invoices and payments',
  users: 'People of the business: add, change, log out, remove',
  settings: 'Settings of the business, its mails and wallet passes',
  campaigns: 'Campaigns',
  programs: 'Programs and rewards, imports, erasure of members',
  planner: 'Marketing plans',
  exchange: 'Exchange of perks',
  influencers: 'Influencers',
  integrations: 'Change, test and delete webhooks; connected accounts; links for spreadsheets',
  places: 'Places and shared devices',
  proposals: 'Approve and reject the requests of agents',
  review: 'Review of submissions',
  view: 'See the records of the business',
  counter: 'Counter: find a member, visits, purchases, redemptions, undo',
};

const TIERS: Record<Tier, string> = {
  strict: 'Logins, codes, registrations and the caller, by address',
  signIn: 'Logins on the pages, by address; each account also has the strict limit',
  standard: 'Changes and expensive reads',
  relaxed: 'Lists and records',
  public: 'What visitors see without an account',
  agent: 'MCP',
  export: 'Links for spreadsheets and calendars',
  probe: '`GET /ready`',
  page: 'Documents of the pages and their session',
  asset: 'Scripts, styles and fonts',
};

/** The rights of each position of a business. */
export function positionsTable(): string {
  const rows = Object.entries(RIGHTS).map(([permission, about]) => [
    about,
    ...POSITIONS.map(position =>
      (POSITION_PERMISSIONS[position] as readonly string[]).includes(permission) ? 'yes' : '',
    ),
  ]);
  return markdown(['Right', ...POSITIONS], rows);
}

export function rateLimitsTable(): string {
  const rows = Object.entries(TIER_LIMITS).map(([tier, limit]) => [
    `\`${tier}\``,
    limit.toLocaleString('en-US'),
    TIERS[tier as Tier],
  ]);
  return markdown(['Tier', 'Requests per minute', 'For'], rows);
}

/** The columns with encrypted texts, as a list. */
export function encryptedList(): string {
  return [...ENCRYPTED_COLUMN_NAMES, 'facts.value'].map(column => `- \`${column}\``).join('\n');
}
