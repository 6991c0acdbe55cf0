import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { namePlatform } from '../../platform/brand-names.ts';
import { type Facts, type Finding, joinSentences, toUpdateRequest } from './finding.ts';

/** Finds an active campaign whose platform forbids rewarding its action. */
export function checkForbiddenAction({ library, wording }: Facts, row: CampaignRow): Finding | undefined {
  const { rule } = library.match(row);
  if (rule?.policy !== 'forbidden') return undefined;
  const warning = library.warningsFor(row).find(({ code }) => code === 'policyForbidden');
  const { texts, text, note } = wording;
  const t = texts.forbiddenAction;
  const platform = namePlatform(row.platform);
  return {
    type: 'forbiddenAction',
    subject: row.id,
    campaignId: row.id,
    priority: 'high',
    title: text(t.title, { name: row.name, platform }),
    reason: note(warning?.message ?? rule.note) ?? text(t.reason, { platform }),
    impact: { metric: 'forbiddenCampaignsRunning', from: 1, to: 0 },
    apply: toUpdateRequest({ id: row.id, state: 'paused' }),
  };
}

/** Finds an active campaign that must require a disclosure but doesn't. */
export function checkDisclosure(facts: Facts, row: CampaignRow): Finding | undefined {
  const { rule } = facts.library.match(row);
  if (rule?.policy !== 'disclose' || (row.disclosureRequired && row.disclosureText)) return undefined;
  const notice = row.disclosureText ?? facts.notices.get(row.id) ?? null;
  const { texts, text, note } = facts.wording;
  const t = texts.undisclosedAction;
  const reason = text(t.reason, { platform: namePlatform(row.platform) });
  return {
    type: 'undisclosedAction',
    subject: row.id,
    campaignId: row.id,
    priority: 'high',
    title: text(t.title, { name: row.name }),
    reason: joinSentences(reason, note(rule.note)),
    impact: { metric: 'undisclosedCampaignsRunning', from: 1, to: 0 },
    apply: toUpdateRequest({ id: row.id, disclosure: { required: true, text: notice } }),
  };
}
