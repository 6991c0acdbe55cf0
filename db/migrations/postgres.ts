import type { Migration } from '../migration.ts';
import baseline from './0030_baseline.pg.sql' with { type: 'text' };
import uploadStorages from './0031_upload_storages.pg.sql' with { type: 'text' };
import installationCounters from './0032_installation_counters.pg.sql' with { type: 'text' };
import deliveryClaims from './0033_delivery_claims.pg.sql' with { type: 'text' };
import rewardItems from './0034_reward_items.pg.sql' with { type: 'text' };
import submissionDecisions from './0035_submission_decisions.pg.sql' with { type: 'text' };
import shopPages from './0036_shop_pages.pg.sql' with { type: 'text' };
import { nameExistingPages } from './0036_shop_pages.ts';
import positionsAndAccounts from './0037_positions_and_accounts.pg.sql' with { type: 'text' };
import notifications from './0038_notifications.pg.sql' with { type: 'text' };
import listsByName from './0039_lists_by_name.pg.sql' with { type: 'text' };
import undo from './0040_undo.pg.sql' with { type: 'text' };
import memberSearch from './0041_member_search.pg.sql' with { type: 'text' };
import { listExistingTerms } from './0041_member_search.ts';
import placesAndDevices from './0042_places.pg.sql' with { type: 'text' };
import influencerStatuses from './0043_influencer_statuses.pg.sql' with { type: 'text' };
import visitsAndShop from './0044_visits_and_shop.pg.sql' with { type: 'text' };
import refunds from './0045_refunds.pg.sql' with { type: 'text' };
import loginCodes from './0046_login_codes.pg.sql' with { type: 'text' };
import actionsByRecord from './0047_actions_by_record.pg.sql' with { type: 'text' };
import shopOrderCancellation from './0048_shop_order_cancellation.pg.sql' with { type: 'text' };
import walletPasses from './0049_wallet_passes.pg.sql' with { type: 'text' };
import mailings from './0050_mailings.pg.sql' with { type: 'text' };
import businessPlaces from './0051_business_places.pg.sql' with { type: 'text' };
import currencies from './0052_currencies.pg.sql' with { type: 'text' };
import secondFactor from './0053_second_factor.pg.sql' with { type: 'text' };
import thinWebhooks from './0054_thin_webhooks.pg.sql' with { type: 'text' };
import passkeys from './0055_passkeys.pg.sql' with { type: 'text' };
import integrations from './0056_integrations.pg.sql' with { type: 'text' };
import exportLinks from './0057_export_links.pg.sql' with { type: 'text' };
import memberImports from './0058_imports.pg.sql' with { type: 'text' };
import referrals from './0059_referrals.pg.sql' with { type: 'text' };
import referenceBundles from './0060_reference_bundles.pg.sql' with { type: 'text' };
import erasures from './0061_erasures.pg.sql' with { type: 'text' };
import openShops from './0062_open_shops.pg.sql' with { type: 'text' };
import memberClaims from './0063_member_claims.pg.sql' with { type: 'text' };
import shopWords from './0064_shop_words.pg.sql' with { type: 'text' };
import testMode from './0065_test_mode.pg.sql' with { type: 'text' };
import accountCreators from './0066_account_creators.pg.sql' with { type: 'text' };
import founder from './0067_founder.pg.sql' with { type: 'text' };
import recentProof from './0068_recent_proof.pg.sql' with { type: 'text' };
import sideBySideCodes from './0069_side_by_side_codes.pg.sql' with { type: 'text' };
import unconfirmedPhones from './0070_unconfirmed_phones.pg.sql' with { type: 'text' };
import passVersions from './0071_pass_versions.pg.sql' with { type: 'text' };
import endOfDay from './0072_end_of_day.pg.sql' with { type: 'text' };
import { extendToEndOfDay } from './0072_end_of_day.ts';
import urgentMails from './0073_urgent_mails.pg.sql' with { type: 'text' };
import uploadPixels from './0074_upload_pixels.pg.sql' with { type: 'text' };
import adjustments from './0075_adjustments.pg.sql' with { type: 'text' };
import memberMerges from './0076_member_merges.pg.sql' with { type: 'text' };
import importRewards from './0077_import_rewards.pg.sql' with { type: 'text' };
import refundCurrencies from './0078_refund_currencies.pg.sql' with { type: 'text' };
import integrationTraces from './0079_integration_traces.pg.sql' with { type: 'text' };
import importedVisits from './0080_imported_visits.pg.sql' with { type: 'text' };

/**
 * All migrations of a PostgreSQL database, oldest first. The first one is the schema of the SQLite migrations before
 * it. Every later SQLite migration has a counterpart of the same name here, in a file `<name>.pg.sql`.
 */
export const postgresMigrations: Migration[] = [
  { name: '0030_baseline', sql: baseline },
  { name: '0031_upload_storages', sql: uploadStorages },
  { name: '0032_installation_counters', sql: installationCounters },
  { name: '0033_delivery_claims', sql: deliveryClaims },
  { name: '0034_reward_items', sql: rewardItems },
  { name: '0035_submission_decisions', sql: submissionDecisions },
  { name: '0036_shop_pages', sql: shopPages, run: nameExistingPages },
  { name: '0037_positions_and_accounts', sql: positionsAndAccounts },
  { name: '0038_notifications', sql: notifications },
  { name: '0039_lists_by_name', sql: listsByName },
  { name: '0040_undo', sql: undo },
  { name: '0041_member_search', sql: memberSearch, run: listExistingTerms },
  { name: '0042_places', sql: placesAndDevices },
  { name: '0043_influencer_statuses', sql: influencerStatuses },
  { name: '0044_visits_and_shop', sql: visitsAndShop },
  { name: '0045_refunds', sql: refunds },
  { name: '0046_login_codes', sql: loginCodes },
  { name: '0047_actions_by_record', sql: actionsByRecord },
  { name: '0048_shop_order_cancellation', sql: shopOrderCancellation },
  { name: '0049_wallet_passes', sql: walletPasses },
  { name: '0050_mailings', sql: mailings },
  { name: '0051_business_places', sql: businessPlaces },
  { name: '0052_currencies', sql: currencies },
  { name: '0053_second_factor', sql: secondFactor },
  { name: '0054_thin_webhooks', sql: thinWebhooks },
  { name: '0055_passkeys', sql: passkeys },
  { name: '0056_integrations', sql: integrations },
  { name: '0057_export_links', sql: exportLinks },
  { name: '0058_imports', sql: memberImports },
  { name: '0059_referrals', sql: referrals },
  { name: '0060_reference_bundles', sql: referenceBundles },
  { name: '0061_erasures', sql: erasures },
  { name: '0062_open_shops', sql: openShops },
  { name: '0063_member_claims', sql: memberClaims },
  { name: '0064_shop_words', sql: shopWords },
  { name: '0065_test_mode', sql: testMode },
  { name: '0066_account_creators', sql: accountCreators },
  { name: '0067_founder', sql: founder },
  { name: '0068_recent_proof', sql: recentProof },
  { name: '0069_side_by_side_codes', sql: sideBySideCodes },
  { name: '0070_unconfirmed_phones', sql: unconfirmedPhones },
  { name: '0071_pass_versions', sql: passVersions },
  { name: '0072_end_of_day', sql: endOfDay, run: extendToEndOfDay },
  { name: '0073_urgent_mails', sql: urgentMails },
  { name: '0074_upload_pixels', sql: uploadPixels },
  { name: '0075_adjustments', sql: adjustments },
  { name: '0076_member_merges', sql: memberMerges },
  { name: '0077_import_rewards', sql: importRewards },
  { name: '0078_refund_currencies', sql: refundCurrencies },
  { name: '0079_integration_traces', sql: integrationTraces },
  { name: '0080_imported_visits', sql: importedVisits },
];
