/** Which rows of a table belong to a shop that leaves, as a condition on the rows of the database that it leaves. */
interface ShopRows {
  where: string;
  /** Columns that get another value, as an expression. */
  set?: Readonly<Record<string, string>>;
}

/** Why rows of a table do not leave with a shop. */
interface Staying {
  why: string;
}

/** The ID of the shop, as a parameter. */
const SHOP = '$shop';
const OWN: ShopRows = { where: `business_id = ${SHOP}` };

/** Rows of the records of another table that leave. */
function of(column: string, table: string, condition = ''): ShopRows {
  return { where: `${column} in (select id from source."${table}" where business_id = ${SHOP}${condition})` };
}

/** The people of a shop: its team, and the customers who take part in its campaigns and programs. */
const PEOPLE = `(business_id = ${SHOP} or (role = 'customer' and business_id is null and id in (
  select member_id from source.members where business_id = ${SHOP}
  union all select user_id from source.submissions where business_id = ${SHOP}
  union all select user_id from source.rewards where business_id = ${SHOP})))`;
const OF_PEOPLE: ShopRows = { where: `user_id in (select id from source.users where ${PEOPLE})` };
const IS_TEAM = `user_id in (select id from source.users where business_id = ${SHOP})`;

const stays = (why: string): Staying => ({ why });
const COUNTED = stays('triggers count the rows that leave');
const OF_OPERATOR = stays('the operator of the installation keeps its own records');
const EXCHANGE = stays('the exchange belongs to all, and its operator holds the money in its wallets');
const OF_ADDRESS = stays('it works at the former address only');
const SENT_THERE = stays('what waits to be sent is sent by the former installation');
const OF_KEYS = stays('it is derived from the keys of the former installation');

/** The decision for every table. A test compares it with the schema. */
export const SHOP_TABLES: Readonly<Record<string, ShopRows | Staying>> = {
  adjustment_parts: of('adjustment_id', 'member_adjustments'),
  admin_actions: OF_OPERATOR,
  agent_charges: of('key_id', 'api_keys'),
  ai_usage: OF_OPERATOR,
  api_key_secrets: of('key_id', 'api_keys', ' and app is null'),
  api_keys: OWN,
  app_tokens: OF_ADDRESS,
  billing_customers: OF_OPERATOR,
  billing_events: OF_OPERATOR,
  businesses: { where: `id = ${SHOP}`, set: { test_environment_id: 'null' } },
  campaigns: OWN,
  cashback_redemption_parts: of('redemption_id', 'cashback_redemptions'),
  cashback_redemptions: OWN,
  cashback_refunds: OWN,
  cashbacks: OWN,
  // The tokens were issued to the app of the operator.
  connections: { where: `business_id = ${SHOP} and tokens is null` },
  counter_actions: OWN,
  counter_sessions: OF_ADDRESS,
  deleted_uploads: OF_OPERATOR,
  deliveries: SENT_THERE,
  devices: OWN,
  erasures: OF_OPERATOR,
  events: OWN,
  exchange_buckets: EXCHANGE,
  exchange_levels: EXCHANGE,
  exchange_orders: EXCHANGE,
  exchange_traders: EXCHANGE,
  exchange_trades: EXCHANGE,
  export_links: OWN,
  facts: OF_OPERATOR,
  file_parts: stays('uploads leave as files'),
  goal_completions: of('member_id', 'members'),
  idempotency_keys: OF_ADDRESS,
  imported_members: of('import_id', 'imports'),
  imports: OWN,
  inbound_orders: OWN,
  inbound_refunds: of('order_key', 'inbound_orders'),
  influencer_accounts: OWN,
  influencers: OWN,
  installation_counters: COUNTED,
  integrations: OWN,
  invoice_numbers: OF_OPERATOR,
  invoices: OF_OPERATOR,
  ledger_accounts: { where: `business_id = ${SHOP} and unit not like 'perk:%'` },
  ledger_entries: of('transfer_id', 'ledger_transfers', " and kind not like 'exchange.%'"),
  ledger_transfers: { where: `business_id = ${SHOP} and kind not like 'exchange.%'` },
  links: OF_ADDRESS,
  login_codes: OF_KEYS,
  mail_cursors: stays('the former installation mails about earlier events, and the new one about later ones'),
  mail_outbox: SENT_THERE,
  mail_preferences: OF_PEOPLE,
  mail_quiet_hours: OF_PEOPLE,
  member_adjustments: OWN,
  member_claims: OF_ADDRESS,
  member_goals: of('member_id', 'members'),
  member_merges: OWN,
  member_steps: of('member_id', 'members'),
  member_terms: OWN,
  members: OWN,
  merged_records: of('merge_id', 'member_merges'),
  notification_reads: { where: `business_id = ${SHOP} and ${IS_TEAM}` },
  oauth_flows: OF_ADDRESS,
  observations: OWN,
  pass_devices: OF_ADDRESS,
  pass_issuers: OWN,
  // Google's passes are changed by their issuer; Apple's ask the server that made them.
  passes: { where: `business_id = ${SHOP} and platform = 'google'` },
  passkeys: OF_ADDRESS,
  perks: EXCHANGE,
  pins: OF_KEYS,
  places: OWN,
  plan_notices: OF_OPERATOR,
  programs: OWN,
  proposals: OWN,
  recovery_codes: OF_KEYS,
  reference_bundles: OF_OPERATOR,
  reference_entries: stays('every installation has its own'),
  referrals: OWN,
  refresh_tokens: OF_ADDRESS,
  refused_addresses: OF_OPERATOR,
  reward_reinstatements: of('reward_id', 'rewards'),
  rewards: OWN,
  sessions: OF_ADDRESS,
  shop_counts: {
    where: `scope in (select id from source.programs where business_id = ${SHOP}
      union all select id from source.members where business_id = ${SHOP})`,
  },
  shop_orders: OWN,
  sign_in_challenges: OF_ADDRESS,
  slugs: {
    where: `record_id = ${SHOP} or record_id in (select id from source.campaigns where business_id = ${SHOP})`,
  },
  submissions: OWN,
  subscriptions: OF_OPERATOR,
  suggestions: OWN,
  tallies: COUNTED,
  totp_secrets: { where: IS_TEAM },
  uploads: {
    where: `business_id = ${SHOP} or id in (select upload_id from source.submissions where business_id = ${SHOP})`,
    set: { storage: "'folder'" },
  },
  urgent_mails: SENT_THERE,
  usage_months: COUNTED,
  // Customers of several shops have one password, which stays where they chose it.
  users: { where: PEOPLE, set: { password_hash: `case when business_id = ${SHOP} then password_hash end` } },
  verification_results: of('submission_id', 'submissions'),
  visits: OWN,
  webhooks: OWN,
};
