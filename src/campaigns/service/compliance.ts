import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as users from '../../auth/service/users.ts';
import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { loadLibraryTexts } from '../../library/translations.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import { requireBusinessRecord } from '../../tenancy.ts';
import type { ComplianceCard } from '../compliance-model.ts';
import { getPolicyLevel } from '../rules.ts';
import { describeAction } from '../serialize.ts';
import * as store from '../store.ts';
import { describeDisclosure, translateWarnings } from './policy.ts';

/**
 * Returns by which rules a campaign's action may be rewarded, when they were read, what the post must disclose, and who
 * acknowledged the rules when.
 * @throws NOT_FOUND, including for another business's campaign
 */
export async function getComplianceCard(ctx: Ctx, id: string, locale?: Locale): Promise<ComplianceCard> {
  const row = requireBusinessRecord(ctx.actor, 'campaign', await store.find(ctx.db, id));
  const business = await businesses.requireById(ctx, row.businessId);
  const { rule, sources, jurisdiction } = ctx.library.disclosureText({
    platform: row.platform,
    type: ctx.library.match(row).actions[0]?.type,
  });
  const { find, translate } = await loadLibraryTexts(locale);
  const warnings = await translateWarnings(ctx, row, locale);
  return {
    campaignId: row.id,
    name: row.name,
    state: row.state,
    business: { id: business.id, name: business.name },
    platform: row.platform,
    actionType: row.actionType,
    action: describeAction(ctx, row.actionId, translate),
    level: getPolicyLevel(row.warnings),
    rules: warnings.map(({ code, message, source }) => ({ code, message, source })),
    law: {
      jurisdiction,
      title: find(rule.title) ?? rule.title,
      summary: find(rule.summary) ?? rule.summary,
      requires: rule.requires,
      sources,
    },
    disclosure: {
      required: row.disclosureRequired,
      text: row.disclosureText && describeDisclosure(ctx, row, business.name).text,
    },
    policyChange: row.policyChange && { ...row.policyChange, acknowledgedAt: row.policyAcknowledgedAt },
    acknowledgment: await describeAcknowledgment(ctx, row),
    createdAt: nowIso(ctx.clock),
  };
}

async function describeAcknowledgment(
  ctx: Ctx,
  { policyAcknowledgedAt: at, policyAcknowledgedBy: by }: CampaignRow,
): Promise<ComplianceCard['acknowledgment']> {
  if (at === null) return null;
  const name = by === null ? undefined : (await users.getNamesById(ctx, [by])).get(by);
  return { at, by, name: name ?? null };
}
