import { findFact, saveFact } from '../../../db/facts.ts';
import {
  findFounderBusiness,
  listOperators,
  mailOperator,
  type Operator,
} from '../../auth/service/operators.ts';
import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx } from '../../context.ts';
import { DAY_MS, HOUR_MS, iso, nowIso } from '../../platform/clock.ts';
import type { Block, Letter } from '../../platform/mail-document.ts';
import { createFormatter } from '../../platform/message-format.ts';
import { HEALTH_TEXTS } from '../messages/index.ts';
import { FINDINGS, type Finding } from '../rules/findings.ts';
import { createWording } from '../rules/wording.ts';
import { checkInstallation, checkWebhooks } from './checks.ts';

/** A day, less what an hourly job can be late. */
const REPEAT_MS = DAY_MS - HOUR_MS / 2;
const PAGE = '/dashboard/health';

/** A finding that operators are mailed about. */
interface News {
  finding: Finding;
  /** Its mails are counted by this. */
  key: string;
  /** The only business whose operators are concerned; null for all operators. */
  businessId: string | null;
}

/**
 * Mails the operators what is wrong, within an hour and then every day while it is, and each newer version once.
 * @returns how many mails
 */
export async function mailFindings(ctx: Ctx): Promise<number> {
  if (ctx.isTestMode) return 0;
  const mailedAt = JSON.parse((await findFact(ctx.db, 'healthMail')) ?? '{}') as Record<string, string>;
  // A mail in the future was sent by a clock that was wrong.
  const isDue = (key: string) => Math.abs(ctx.clock.now() - Date.parse(mailedAt[key] ?? iso(0))) >= REPEAT_MS;
  const news = [
    ...(await checkInstallation(ctx)).flatMap(toNews),
    ...(await checkWebhooksOfFounder(ctx)),
  ].filter(({ finding, key }) => finding.name !== 'updateAvailable' || mailedAt[key] === undefined);
  if (!news.some(({ key }) => isDue(key))) return 0;
  let count = 0;
  for (const operator of await listOperators(ctx)) {
    const own = news.filter(({ businessId }) => businessId === null || businessId === operator.businessId);
    if (own.length === 0) continue;
    await mailOperator(ctx, operator, await writeLetter(ctx, operator, own));
    count += 1;
  }
  const keys = news.map(({ key }) => key);
  ctx.log.warn('Checks of the installation failed', { checks: keys.join(', ') });
  const times = { ...mailedAt, ...Object.fromEntries(keys.map(key => [key, nowIso(ctx.clock)])) };
  await atomically(ctx, tx => saveFact(tx.db, 'healthMail', JSON.stringify(times)), []);
  return count;
}

function toNews(finding: Finding): News[] {
  const [check, state] = FINDINGS[finding.name];
  if (finding.name === 'updateAvailable')
    return [{ finding, key: `version ${finding.values.version}`, businessId: null }];
  return state === 'wrong' ? [{ finding, key: check, businessId: null }] : [];
}

/** Checks the webhooks of the business of the person who set the installation up; other businesses have notifications. */
async function checkWebhooksOfFounder(ctx: Ctx): Promise<News[]> {
  const businessId = await findFounderBusiness(ctx);
  if (businessId === null) return [];
  const finding = await checkWebhooks(ctx, businessId);
  return toNews(finding).map(news => ({ ...news, businessId }));
}

async function writeLetter(ctx: Ctx, { locale, businessId }: Operator, news: News[]): Promise<Letter> {
  const business = businessId === null ? undefined : await businesses.find(ctx, businessId);
  const write = createWording(locale, business?.timeZone ?? null);
  const texts = HEALTH_TEXTS[locale].mail;
  const found = news.map(({ finding }) => write(finding));
  const wrong = found.filter(({ state }) => state === 'wrong');
  const updates = found.filter(({ state }) => state !== 'wrong');
  const items = wrong.map(
    ({ title, text, reason }) => `${title}: ${text}${reason === null ? '' : ` (${reason})`}`,
  );
  const blocks: Block[] = updates.map(({ text }) => ({
    type: 'paragraph',
    text: `${text} ${texts.updateIntro}`,
  }));
  if (items.length > 0)
    blocks.unshift({ type: 'paragraph', text: texts.wrongIntro }, { type: 'list', items });
  const subject = createFormatter(locale)(texts.wrong, { count: wrong.length });
  return {
    subject: wrong.length > 0 ? subject : (updates[0]?.text ?? ''),
    blocks: [...blocks, { type: 'button', label: texts.button, path: PAGE }],
  };
}
