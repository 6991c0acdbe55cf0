import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { searchTools } from '../../src/describe/mcp/search.ts';
import type { Tool } from '../../src/describe/mcp/tools.ts';
import { isForAgents } from '../../src/describe/mcp/toolsets.ts';
import { getTools } from '../../src/mcp/tool-list.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let tools: Tool[];
beforeAll(async () => {
  ctx = await createTestApp();
  const all = await getTools((await ctx.call('GET', '/docs')).body);
  tools = [...all.values()].filter(({ call }) => isForAgents(call)).map(({ compact }) => compact);
});
afterAll(() => ctx.close());

/** Wishes as owners put them, with the tools of which one must be among the first three. */
const PHRASES: [phrase: string, ...names: string[]][] = [
  ['refund a purchase', 'create_cashback'],
  ['take back cashback for a returned order', 'create_cashback'],
  ['mail settings', 'get_notification_settings', 'update_notification_settings'],
  ['turn off the newsletter', 'update_notification_settings'],
  ['change currency', 'update_business'],
  ['change our logo', 'update_business'],
  ['change the time zone', 'update_business'],
  ['staff list', 'list_business_users'],
  ['who works here', 'list_business_users'],
  ['remove an employee', 'remove_business_user'],
  ['make a barista a manager', 'update_business_user'],
  ['log out a stolen phone', 'end_user_sessions'],
  ['add a branch', 'create_place'],
  ['second location', 'create_place', 'list_places'],
  ['tablet at the counter', 'list_devices', 'revoke_device'],
  ['customer lost the card', 'replace_member_card'],
  ['same customer twice', 'merge_member'],
  ['merge two customers', 'merge_member'],
  ['give points by hand', 'adjust_member'],
  ['correct stamps', 'adjust_member', 'list_adjustments'],
  ['undo the correction', 'undo_adjustment'],
  ['block a customer', 'update_member'],
  ['delete customer data', 'erase_member'],
  ['gdpr request', 'erase_member'],
  ['import customers from another app', 'create_import'],
  ['customers who brought friends', 'list_referrals'],
  ['referrals', 'list_referrals'],
  ['stamp card', 'record_visit', 'get_member_card', 'create_program'],
  ['start a loyalty program', 'create_program', 'quick_start'],
  ['pause the program', 'update_program'],
  ['find customer by phone', 'search_members'],
  ['what is in the shop for points', 'list_shop_orders', 'buy_reward'],
  ['return points of an order', 'cancel_shop_order'],
  ['undo redemption', 'reinstate_reward'],
  ['cancel a coupon', 'void_reward'],
  ['voucher codes', 'list_rewards', 'redeem_reward'],
  ['copy last campaign', 'duplicate_campaign'],
  ['stop all campaigns', 'change_campaign_states', 'update_campaign'],
  ['rules for instagram', 'get_legal', 'get_compliance_card'],
  ['is this allowed by law', 'get_legal'],
  ['disclosure of the campaign', 'get_compliance_card'],
  ['ideas for campaigns', 'generate_campaigns'],
  ['does this post look fake', 'advise_review'],
  ['how much is a story worth', 'get_pricing', 'list_actions'],
  ['compare with other shops', 'list_benchmarks'],
  ['report of last month', 'get_statistics', 'get_counter_report'],
  ['who sold what at the counter', 'get_counter_report', 'list_counter_actions'],
  ['what happened yesterday', 'list_events'],
  ['webhook deliveries', 'list_deliveries'],
  ['rotate webhook', 'update_webhook', 'test_webhook'],
  ['send missed webhooks again', 'redeliver_failed', 'redeliver'],
  ['connect instagram', 'connect_platform'],
  ['connect shopify', 'set_integration'],
  ['orders from woocommerce', 'list_inbound_orders', 'list_integrations', 'set_integration'],
  ['invoice', 'manage_billing'],
  ['upgrade plan', 'manage_billing'],
  ['apple wallet', 'set_apple_passes'],
  ['google wallet', 'set_google_passes'],
  ['influencers', 'list_influencers'],
  ['add creator with 10k followers', 'create_influencer'],
  ['sell perk', 'place_order', 'enroll_on_exchange'],
  ['my balance on the exchange', 'get_wallet'],
  ['cancel order', 'cancel_order'],
  ['public address of the server', 'set_public_address', 'get_public_address'],
  ['unread notifications', 'list_notifications'],
  ['revoke key', 'revoke_api_key'],
  ['recieve aproved submisions', 'list_submissions', 'review_submission'],
];

describe('a search finds among its first three tools', () => {
  for (const [phrase, ...names] of PHRASES)
    test(`one for ${JSON.stringify(phrase)}`, async () => {
      const found = (await searchTools(tools, phrase)).slice(0, 3).map(({ name }) => name);
      expect([phrase, found.find(name => names.includes(name)) ?? found]).toEqual([
        phrase,
        expect.any(String),
      ]);
    });
});
