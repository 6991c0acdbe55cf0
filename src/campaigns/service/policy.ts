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

/**
 * Returns whether a post must disclose the reward, and the wording: as configured, else as platform and law require.
 */
export function resolveDisclosure(
  ctx: AnyCtx,
  subject: PolicySubject & { businessId: string },
  configured: NewCampaign['disclosure'],
) {
  const { policy, actions } = ctx.library.match(subject);
  const disclosureRequired = configured?.required ?? policy === 'disclose';
  const defaultText = () => {
    const { text } = ctx.library.disclosureText({ platform: subject.platform, type: actions[0]?.type });
    const { name } = businesses.requireById(ctx, subject.businessId);
    return text.replace('{business}', () => name).replace(/\{(gift|reward)\}/, 'a $1');
  };
  const disclosureText =
    configured?.text !== undefined ? configured.text : disclosureRequired ? defaultText() : null;
  return { disclosureRequired, disclosureText };
}

/**
 * With `policyGuard: block`, a campaign that violates the platform's policy launches only if its owner acknowledges
 * that.
 * @throws CONFLICT
 */
export function assertPolicyAllows(
  tx: TxCtx,
  subject: PolicySubject & { businessId: string },
  acknowledged: boolean | undefined,
): void {
  if (acknowledged || tx.library.match(subject).policy !== 'forbidden') return;
  if (businesses.requireById(tx, subject.businessId).policyGuard !== 'block') return;
  throw new AppError(
    'CONFLICT',
    `${subject.platform} forbids rewarding ${subject.actionType}; ` +
      'send acknowledgePolicy: true to launch anyway',
  );
}
