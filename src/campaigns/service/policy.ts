import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as businesses from '../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { loadLibraryTexts } from '../../library/translations.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import type { Campaign, NewCampaign } from '../model.ts';
import { isPolicyPending } from '../rules.ts';

/** The campaign fields that platform policies apply to. */
interface PolicySubject {
  platform: string;
  actionType: string;
  actionId: string | null;
  hashtags: string[];
}

type DisclosureSubject = PolicySubject & { rewardItem: string | null };

/** Returns whether a post must disclose the reward, and the text: as configured, or as platform and law require. */
export async function resolveDisclosure(
  ctx: AnyCtx,
  subject: DisclosureSubject & { businessId: string },
  configured: NewCampaign['disclosure'],
) {
  const disclosureRequired = configured?.required ?? ctx.library.match(subject).policy === 'disclose';
  const defaultText = async () =>
    getDefaultNotice(ctx, subject, (await businesses.requireById(ctx, subject.businessId)).name).text;
  const disclosureText =
    configured?.text !== undefined ? configured.text : disclosureRequired ? await defaultText() : null;
  return { disclosureRequired, disclosureText };
}

/** Returns the notice that platform and law require for a reward, in English. */
export function getDefaultNotice({ library }: AnyCtx, subject: DisclosureSubject, businessName: string) {
  const { platform, rewardItem } = subject;
  const { type } = library.match(subject).actions[0] ?? {};
  const { noticeId, text } = library.disclosureText({ platform, type, givesItem: rewardItem !== null });
  return { noticeId, text: fillNotice(text, businessName, rewardItem) };
}

/** Returns whether a saved text is that of a notice, of any kind of reward, and not the owner's own. */
export function isDefaultText(
  { library }: AnyCtx,
  { disclosureText, rewardItem }: Pick<CampaignRow, 'disclosureText' | 'rewardItem'>,
  businessName: string,
): boolean {
  return library.data.legal.disclosureTemplates.some(
    ({ text }) => fillNotice(text, businessName, rewardItem) === disclosureText,
  );
}

function fillNotice(text: string, businessName: string, item: string | null): string {
  return text
    .replace('{business}', () => businessName)
    .replace('{gift}', () => item ?? 'a gift')
    .replace('{reward}', 'a reward');
}

/**
 * Returns the disclosure that customers read: the owner's own text, or the notice that fits the reward, with its ID, so that
 * pages can translate it.
 */
export function describeDisclosure(ctx: AnyCtx, row: CampaignRow, businessName: string) {
  const { disclosureRequired: required, disclosureText: text } = row;
  const isDefault = text === null ? required : isDefaultText(ctx, row, businessName);
  if (!isDefault) return { required, text, notice: null };
  const notice = getDefaultNotice(ctx, row, businessName);
  return { required, text: notice.text, notice: notice.noticeId };
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

/**
 * Returns the warnings of a campaign in a language. One about a rule that has changed since it was written stays as it was
 * written, because it is what the business has acknowledged.
 */
export async function translateWarnings(
  { library }: AnyCtx,
  row: CampaignRow,
  locale: Locale | undefined,
): Promise<Campaign['warnings']> {
  const written = row.warnings as Campaign['warnings'];
  if (locale === undefined || locale === 'en') return written;
  const translated = library.warningsFor(row, await loadLibraryTexts(locale));
  const byMessage = new Map(
    library.warningsFor(row).map(({ message }, index) => [message, translated[index]]),
  );
  return written.map(warning => byMessage.get(warning.message) ?? warning);
}
