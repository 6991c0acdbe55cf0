import agents from './agents.md' with { type: 'text' };
import api from './api.md' with { type: 'text' };
import automations from './automations.md' with { type: 'text' };
import billing from './billing.md' with { type: 'text' };
import cli from './cli.md' with { type: 'text' };
import connectedAccounts from './connected-accounts.md' with { type: 'text' };
import counter from './counter.md' with { type: 'text' };
import errors from './errors.md' with { type: 'text' };
import loyalty from './loyalty.md' with { type: 'text' };
import mail from './mail.md' with { type: 'text' };
import moving from './moving.md' with { type: 'text' };
import personalData from './personal-data.md' with { type: 'text' };
import planner from './planner.md' with { type: 'text' };
import postgresql from './postgresql.md' with { type: 'text' };
import securityModel from './security-model.md' with { type: 'text' };
import selfHosting from './self-hosting.md' with { type: 'text' };
import settings from './settings.md' with { type: 'text' };
import sharedDevices from './shared-devices.md' with { type: 'text' };
import shopOrders from './shop-orders.md' with { type: 'text' };
import signInSecurity from './sign-in-security.md' with { type: 'text' };
import spreadsheets from './spreadsheets.md' with { type: 'text' };
import testMode from './test-mode.md' with { type: 'text' };
import upgradesAndBackups from './upgrades-and-backups.md' with { type: 'text' };
import vectors from './webhook-vectors.json' with { type: 'text' };
import webhooks from './webhooks.md' with { type: 'text' };

/** The base path of the guides, outside the API. */
export const GUIDES_PATH = '/guides';

export interface Guide {
  /** The last segment of its path, and the file name without `.md`. */
  name: string;
  title: string;
  summary: string;
  markdown: string;
}

/** All guides, in the order in which an operator needs them. */
export const GUIDES: readonly Guide[] = [
  toGuide(
    'self-hosting',
    selfHosting,
    'Run Perkmint with systemd or Docker behind a reverse proxy, with metrics',
  ),
  toGuide('upgrades-and-backups', upgradesAndBackups, 'Upgrade, back up, restore, and test your backups'),
  toGuide(
    'postgresql',
    postgresql,
    'Run several servers on PostgreSQL, with failover and upgrades without downtime',
  ),
  toGuide('settings', settings, 'All settings with their defaults'),
  toGuide('cli', cli, 'Commands, remote servers, shell completion and exit codes'),
  toGuide('api', api, 'Quick starts, credentials, lists, retries, limits, and changes of the API'),
  toGuide('errors', errors, 'Error codes, retries and rate limits'),
  toGuide('loyalty', loyalty, 'Stamp cards, goals that pay, and a shop where points buy rewards'),
  toGuide('moving', moving, 'Import members with points, stamps and cashback, and undo it'),
  toGuide('counter', counter, 'Stamp, add purchases, redeem and undo in two taps'),
  toGuide('shop-orders', shopOrders, 'Count the orders of Shopify, WooCommerce, Square and Stripe'),
  toGuide('mail', mail, 'Kinds of mail, choices of people, unsubscribing and delivery'),
  toGuide('spreadsheets', spreadsheets, 'Download lists as CSV'),
  toGuide('automations', automations, 'Connect Zapier, Make, n8n and your calendar'),
  toGuide('test-mode', testMode, 'Develop an integration on data that reaches no person'),
  toGuide('webhooks', webhooks, 'Receive, verify and test webhooks in Node.js, Python, PHP and Go'),
  toGuide('agents', agents, 'OpenAPI, the MCP server and the Python client'),
  toGuide('connected-accounts', connectedAccounts, 'Verify social media accounts with or without OAuth'),
  toGuide('shared-devices', sharedDevices, 'Share a tablet at the counter, with a PIN per person'),
  toGuide(
    'sign-in-security',
    signInSecurity,
    'Passkeys, two-step verification with an authenticator app, and recovery codes',
  ),
  toGuide(
    'security-model',
    securityModel,
    'Access, limits, sessions, keys, outbound connections and logs, with a comparison to OWASP ASVS',
  ),
  toGuide('personal-data', personalData, 'Export and erase the data of a person, and how long it is kept'),
  toGuide('billing', billing, 'Charge the businesses you host, by bank transfer or Stripe'),
  toGuide('planner', planner, 'How plans are computed, and where the reference data comes from'),
];

/** Files next to the guides that they link to, by name. */
export const ATTACHMENTS: Readonly<Record<string, string>> = { 'webhook-vectors.json': String(vectors) };

export function findGuide(name: string): Guide | undefined {
  return GUIDES.find(guide => guide.name === name);
}

/** Guides that a shop owner or a developer needs; the others are for operators of the server. */
const FOR_SHOPS = [
  'loyalty',
  'counter',
  'shop-orders',
  'shared-devices',
  'planner',
  'connected-accounts',
  'mail',
  'personal-data',
  'spreadsheets',
  'automations',
];
const FOR_DEVELOPERS = ['cli', 'test-mode', 'webhooks', 'agents', 'errors'];

/** The list of guides as Markdown by reader, with links that work next to the files and on the server. */
export function guideIndex(): string {
  const byName = (names: string[]) => names.flatMap(name => findGuide(name) ?? []);
  const isOther = ({ name }: Guide) => !FOR_SHOPS.includes(name) && !FOR_DEVELOPERS.includes(name);
  const groups: [string, Guide[]][] = [
    ['Run your shop', byName(FOR_SHOPS)],
    ['Operate the server', GUIDES.filter(isOther)],
    ['Develop', byName(FOR_DEVELOPERS)],
  ];
  const lines = groups.flatMap(([title, guides]) => [
    `## ${title}`,
    '',
    ...guides.map(guide => `- [${guide.title}](${guide.name}.md): ${guide.summary}`),
    '',
  ]);
  return ['# Guides', '', ...lines].join('\n');
}

/** @throws Error for a guide without a level-one heading */
function toGuide(name: string, markdown: string, summary: string): Guide {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (!title) throw new Error(`The guide ${name} has no title`);
  return { name, title, summary, markdown };
}
