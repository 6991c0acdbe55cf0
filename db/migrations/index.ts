import type { Migration } from '../migration.ts';
import initial from './0000_initial.sql' with { type: 'text' };
import tallies from './0001_tallies.sql' with { type: 'text' };
import influencers from './0002_influencers.sql' with { type: 'text' };
import observations from './0003_observations.sql' with { type: 'text' };
import programs from './0004_programs.sql' with { type: 'text' };
import programTriggers from './0005_program_triggers.sql' with { type: 'text' };
import webhooks from './0006_webhooks.sql' with { type: 'text' };
import exchange from './0007_exchange.sql' with { type: 'text' };
import exchangeTriggers from './0008_exchange_triggers.sql' with { type: 'text' };
import exchangeTradesOfPerk from './0009_exchange_trades_of_perk.sql' with { type: 'text' };
import suggestions from './0010_suggestions.sql' with { type: 'text' };
import billing from './0011_billing.sql' with { type: 'text' };
import billingTriggers from './0012_billing_triggers.sql' with { type: 'text' };
import connections from './0013_connections.sql' with { type: 'text' };
import adminActions from './0014_admin_actions.sql' with { type: 'text' };
import exchangeAnonymity from './0015_exchange_anonymity.sql' with { type: 'text' };
import personLinks from './0016_person_links.sql' with { type: 'text' };
import keyCreators from './0017_key_creators.sql' with { type: 'text' };
import proofUploads from './0018_proof_uploads.sql' with { type: 'text' };
import orderValues from './0019_order_values.sql' with { type: 'text' };
import sharedAccounts from './0020_shared_accounts.sql' with { type: 'text' };
import rewardSources from './0021_reward_sources.sql' with { type: 'text' };
import conversionReferences from './0022_conversion_references.sql' with { type: 'text' };
import uploadCleanup from './0023_upload_cleanup.sql' with { type: 'text' };
import exchangeRanking from './0024_exchange_ranking.sql' with { type: 'text' };
import chargebacks from './0025_chargebacks.sql' with { type: 'text' };
import emailConfirmation from './0026_email_confirmation.sql' with { type: 'text' };
import auditChain from './0027_audit_chain.sql' with { type: 'text' };
import linksByAddress from './0028_links_by_address.sql' with { type: 'text' };
import normalForms from './0029_normal_forms.sql' with { type: 'text' };
import { normalizeStoredFormats } from './0029_normal_forms.ts';
import portableIndexes from './0030_portable_indexes.sql' with { type: 'text' };
import uploadStorages from './0031_upload_storages.sql' with { type: 'text' };
import installationCounters from './0032_installation_counters.sql' with { type: 'text' };
import deliveryClaims from './0033_delivery_claims.sql' with { type: 'text' };
import rewardItems from './0034_reward_items.sql' with { type: 'text' };
import submissionDecisions from './0035_submission_decisions.sql' with { type: 'text' };
import shopPages from './0036_shop_pages.sql' with { type: 'text' };
import { nameExistingPages } from './0036_shop_pages.ts';
import positionsAndAccounts from './0037_positions_and_accounts.sql' with { type: 'text' };
import notifications from './0038_notifications.sql' with { type: 'text' };
import listsByName from './0039_lists_by_name.sql' with { type: 'text' };
import undo from './0040_undo.sql' with { type: 'text' };
import memberSearch from './0041_member_search.sql' with { type: 'text' };
import { listExistingTerms } from './0041_member_search.ts';
import placesAndDevices from './0042_places.sql' with { type: 'text' };
import influencerStatuses from './0043_influencer_statuses.sql' with { type: 'text' };
import visitsAndShop from './0044_visits_and_shop.sql' with { type: 'text' };
import refunds from './0045_refunds.sql' with { type: 'text' };
import loginCodes from './0046_login_codes.sql' with { type: 'text' };
import actionsByRecord from './0047_actions_by_record.sql' with { type: 'text' };
import shopOrderCancellation from './0048_shop_order_cancellation.sql' with { type: 'text' };
import walletPasses from './0049_wallet_passes.sql' with { type: 'text' };
import mailings from './0050_mailings.sql' with { type: 'text' };
import businessPlaces from './0051_business_places.sql' with { type: 'text' };
import currencies from './0052_currencies.sql' with { type: 'text' };
import secondFactor from './0053_second_factor.sql' with { type: 'text' };
import thinWebhooks from './0054_thin_webhooks.sql' with { type: 'text' };
import passkeys from './0055_passkeys.sql' with { type: 'text' };
import integrations from './0056_integrations.sql' with { type: 'text' };
import exportLinks from './0057_export_links.sql' with { type: 'text' };
import memberImports from './0058_imports.sql' with { type: 'text' };
import referrals from './0059_referrals.sql' with { type: 'text' };
import referenceBundles from './0060_reference_bundles.sql' with { type: 'text' };
import erasures from './0061_erasures.sql' with { type: 'text' };
import openShops from './0062_open_shops.sql' with { type: 'text' };
import memberClaims from './0063_member_claims.sql' with { type: 'text' };
import shopWords from './0064_shop_words.sql' with { type: 'text' };
import testMode from './0065_test_mode.sql' with { type: 'text' };
import accountCreators from './0066_account_creators.sql' with { type: 'text' };
import founder from './0067_founder.sql' with { type: 'text' };
import recentProof from './0068_recent_proof.sql' with { type: 'text' };
import sideBySideCodes from './0069_side_by_side_codes.sql' with { type: 'text' };
import unconfirmedPhones from './0070_unconfirmed_phones.sql' with { type: 'text' };
import passVersions from './0071_pass_versions.sql' with { type: 'text' };
import endOfDay from './0072_end_of_day.sql' with { type: 'text' };
import { extendToEndOfDay } from './0072_end_of_day.ts';
import urgentMails from './0073_urgent_mails.sql' with { type: 'text' };
import uploadPixels from './0074_upload_pixels.sql' with { type: 'text' };
import adjustments from './0075_adjustments.sql' with { type: 'text' };
import memberMerges from './0076_member_merges.sql' with { type: 'text' };
import importRewards from './0077_import_rewards.sql' with { type: 'text' };
import refundCurrencies from './0078_refund_currencies.sql' with { type: 'text' };
import integrationTraces from './0079_integration_traces.sql' with { type: 'text' };
import importedVisits from './0080_imported_visits.sql' with { type: 'text' };

/** All migrations, oldest first. They are imported one by one, so that the binary embeds them. */
export const migrations: Migration[] = [
  { name: '0000_initial', sql: initial },
  { name: '0001_tallies', sql: tallies },
  { name: '0002_influencers', sql: influencers },
  { name: '0003_observations', sql: observations },
  { name: '0004_programs', sql: programs },
  { name: '0005_program_triggers', sql: programTriggers },
  { name: '0006_webhooks', sql: webhooks },
  { name: '0007_exchange', sql: exchange },
  { name: '0008_exchange_triggers', sql: exchangeTriggers },
  { name: '0009_exchange_trades_of_perk', sql: exchangeTradesOfPerk },
  { name: '0010_suggestions', sql: suggestions },
  { name: '0011_billing', sql: billing },
  { name: '0012_billing_triggers', sql: billingTriggers },
  { name: '0013_connections', sql: connections },
  { name: '0014_admin_actions', sql: adminActions },
  { name: '0015_exchange_anonymity', sql: exchangeAnonymity },
  { name: '0016_person_links', sql: personLinks },
  { name: '0017_key_creators', sql: keyCreators },
  { name: '0018_proof_uploads', sql: proofUploads },
  { name: '0019_order_values', sql: orderValues },
  { name: '0020_shared_accounts', sql: sharedAccounts },
  { name: '0021_reward_sources', sql: rewardSources },
  { name: '0022_conversion_references', sql: conversionReferences },
  { name: '0023_upload_cleanup', sql: uploadCleanup },
  { name: '0024_exchange_ranking', sql: exchangeRanking },
  { name: '0025_chargebacks', sql: chargebacks },
  { name: '0026_email_confirmation', sql: emailConfirmation },
  { name: '0027_audit_chain', sql: auditChain },
  { name: '0028_links_by_address', sql: linksByAddress },
  { name: '0029_normal_forms', sql: normalForms, run: normalizeStoredFormats },
  { name: '0030_portable_indexes', sql: portableIndexes },
  { name: '0031_upload_storages', sql: uploadStorages },
  { name: '0032_installation_counters', sql: installationCounters, mayLoseRows: ['tallies'] },
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
