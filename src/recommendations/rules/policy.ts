import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { type Facts, type Finding, toUpdateRequest } from './finding.ts';

/** A running campaign that rewards what its platform forbids to reward. */
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

/** A running campaign whose posts must name the reward, and that does not ask for it. */
export function checkDisclosure(facts: Facts, row: CampaignRow): Finding | undefined {
  const { rule } = facts.library.match(row);
  if (rule?.policy !== 'disclose' || (row.disclosureRequired && row.disclosureText)) return undefined;
  const text = row.disclosureText ?? facts.suggestNotice(row);
  return {
    type: 'undisclosedAction',
    subject: row.id,
    campaignId: row.id,
    priority: 'high',
    title: `Ask for a notice in "${row.name}"`,
    reason: `On ${row.platform} this may be rewarded only with a clear notice, and none is asked for. ${rule.note}`,
    impact: { metric: 'undisclosedCampaignsRunning', from: 1, to: 0 },
    apply: toUpdateRequest({ id: row.id, disclosure: { required: true, text } }),
  };
}
