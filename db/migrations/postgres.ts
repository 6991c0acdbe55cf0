import type { Migration } from '../migration.ts';
import { createSchema, deriveSchema } from '../postgres/derive.ts';
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
import connectedApps from './0081_connected_apps.pg.sql' with { type: 'text' };
import purchasesWithoutStamp from './0082_purchases_without_stamp.pg.sql' with { type: 'text' };
import mandates from './0083_mandates.pg.sql' with { type: 'text' };
import passNews from './0084_pass_news.pg.sql' with { type: 'text' };
import eventTraces from './0085_event_traces.pg.sql' with { type: 'text' };
import campaignOpenings from './0086_campaign_openings.pg.sql' with { type: 'text' };
import { migrations } from './index.ts';

const [sqliteBaseline] = migrations as [Migration];

/**
 * All migrations of a PostgreSQL database, oldest first. The first one is derived from the SQLite baseline when a database
 * is created. Every later SQLite migration has a counterpart of the same name here, in a file `<name>.pg.sql`.
 */
export const postgresMigrations: Migration[] = [
  { ...sqliteBaseline, toSql: () => deriveSchema(createSchema([sqliteBaseline])).join(';\n') },
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
  { name: '0081_connected_apps', sql: connectedApps },
  { name: '0082_purchases_without_stamp', sql: purchasesWithoutStamp },
  { name: '0083_mandates', sql: mandates },
  { name: '0084_pass_news', sql: passNews },
  { name: '0085_event_traces', sql: eventTraces },
  { name: '0086_campaign_openings', sql: campaignOpenings },
];
