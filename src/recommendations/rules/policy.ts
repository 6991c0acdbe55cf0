import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { type Facts, type Finding, toUpdateRequest } from './finding.ts';

/** Finds an active campaign whose platform forbids rewarding its action. */
export function checkForbiddenAction({ library }: Facts, row: CampaignRow): Finding | undefined {
  const { rule } = library.match(row);
  if (rule?.policy !== 'forbidden') return undefined;
  const warning = library.warningsFor(row).find(({ code }) => code === 'policyForbidden');
  return {
    type: 'forbiddenAction',
    subject: row.id,
    campaignId: row.id,
    priority: 'high',
    title: `Pause "${row.name}": ${row.platform} forbids rewarding this`,
    reason: warning?.message ?? rule.note,
    impact: { metric: 'forbiddenCampaignsRunning', from: 1, to: 0 },
    apply: toUpdateRequest({ id: row.id, state: 'paused' }),
  };
}

/** Finds an active campaign that must require a disclosure but doesn't. */
export function checkDisclosure(facts: Facts, row: CampaignRow): Finding | undefined {
  const { rule } = facts.library.match(row);
  if (rule?.policy !== 'disclose' || (row.disclosureRequired && row.disclosureText)) return undefined;
  const text = row.disclosureText ?? facts.notices.get(row.id) ?? null;
  return {
    type: 'undisclosedAction',
    subject: row.id,
    campaignId: row.id,
    priority: 'high',
    title: `Require a disclosure in "${row.name}"`,
    reason: `On ${row.platform}, this action can be rewarded only with a clear disclosure, which the campaign does not require. ${rule.note}`,
    impact: { metric: 'undisclosedCampaignsRunning', from: 1, to: 0 },
    apply: toUpdateRequest({ id: row.id, disclosure: { required: true, text } }),
  };
}
