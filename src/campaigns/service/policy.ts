import * as businesses from '../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { NewCampaign } from '../model.ts';

/** The campaign fields that platform policies apply to. */
export interface PolicySubject {
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
