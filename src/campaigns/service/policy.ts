import * as businesses from '../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { NewCampaign } from '../model.ts';

/** What the policy data judges a campaign by. */
export interface PolicySubject {
  platform: string;
  actionType: string;
  actionId: string | null;
  hashtags: string[];
}

/** Whether a post must name the reward, and in which words: as given, else as platform and law ask. */
export function disclosureOf(
  ctx: AnyCtx,
  subject: PolicySubject & { businessId: string },
  given: NewCampaign['disclosure'],
) {
  const { policy, actions } = ctx.library.match(subject);
  const disclosureRequired = given?.required ?? policy === 'disclose';
  const offered = () => {
    const { text } = ctx.library.disclosureText({ platform: subject.platform, type: actions[0]?.type });
    const { name } = businesses.requireById(ctx, subject.businessId);
    return text.replace('{business}', () => name).replace(/\{(gift|reward)\}/, 'a $1');
  };
  const disclosureText = given?.text !== undefined ? given.text : disclosureRequired ? offered() : null;
  return { disclosureRequired, disclosureText };
}

/**
 * With `policyGuard: block` a campaign that the platform forbids launches only when its owner says so.
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
      'send acknowledgePolicy: true to launch all the same',
  );
}
