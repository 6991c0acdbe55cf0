import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as businesses from '../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { NewCampaign } from '../model.ts';
import { isPolicyPending } from '../rules.ts';

/** The campaign fields that platform policies apply to. */
interface PolicySubject {
  platform: string;
  actionType: string;
  actionId: string | null;
  hashtags: string[];
}

/** Returns whether a post must disclose the reward, and the text: as configured, or as platform and law require. */
export async function resolveDisclosure(
  ctx: AnyCtx,
  subject: PolicySubject & { businessId: string },
  configured: NewCampaign['disclosure'],
) {
  const { policy, actions } = ctx.library.match(subject);
  const disclosureRequired = configured?.required ?? policy === 'disclose';
  const defaultText = async () => {
    const { text } = ctx.library.disclosureText({ platform: subject.platform, type: actions[0]?.type });
    const { name } = await businesses.requireById(ctx, subject.businessId);
    return text.replace('{business}', () => name).replace(/\{(gift|reward)\}/, 'a $1');
  };
  const disclosureText =
    configured?.text !== undefined ? configured.text : disclosureRequired ? await defaultText() : null;
  return { disclosureRequired, disclosureText };
}

/** Returns the columns of an acknowledgment by the caller, now. */
export function toAcknowledgment({ clock, actor }: AnyCtx) {
  return { policyAcknowledgedAt: nowIso(clock), policyAcknowledgedBy: actor.id };
}

/**
 * @throws CONFLICT for a campaign that paused for stricter rules, until they are acknowledged
 */
export function assertPolicyAcknowledged(row: CampaignRow, acknowledged: boolean | undefined): void {
  if (acknowledged || row.stateReason !== 'policyChanged' || !isPolicyPending(row)) return;
  throw new AppError(
    'CONFLICT',
    'The rules for this action became stricter; read the warnings and send acknowledgePolicy: true to resume',
  );
}

/** @throws CONFLICT for an unacknowledged violation of the platform's policy if the business has `policyGuard: block` */
export async function assertPolicyAllows(
  tx: TxCtx,
  subject: PolicySubject & { businessId: string },
  acknowledged: boolean | undefined,
): Promise<void> {
  if (acknowledged || tx.library.match(subject).policy !== 'forbidden') return;
  if ((await businesses.requireById(tx, subject.businessId)).policyGuard !== 'block') return;
  throw new AppError(
    'CONFLICT',
    `${subject.platform} forbids rewarding ${subject.actionType}; ` +
      'send acknowledgePolicy: true to launch anyway',
  );
}
