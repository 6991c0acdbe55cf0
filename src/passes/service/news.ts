import type { EventRow } from '../../../db/schema/events.ts';
import type { PassRow } from '../../../db/schema/passes.ts';
import type { AnyCtx } from '../../context.ts';
import type { EventKind } from '../../events/model.ts';
import type { PassMessageKind } from '../../mailings/kinds-model.ts';
import { MAX_EVENT_AGE_MS } from '../../mailings/service/follow.ts';
import { readFormats, writeInShort } from '../../mailings/service/in-short.ts';
import { toMails, toOffer } from '../../mailings/service/occasions.ts';
import { wantsPassMessage } from '../../mailings/service/preferences.ts';
import type { MailData } from '../../mailings/templates/index.ts';
import type { Formats } from '../../mailings/templates/template.ts';
import type { Goal } from '../../programs/model.ts';
import type { Visit } from '../../programs/visits/model.ts';
import type { Reward } from '../../rewards/model.ts';
import { PASS_TEXTS } from '../messages/index.ts';
import { listSubjects, type MemberPass } from '../rules/content.ts';

/** A message to the owner of a pass. */
export interface News {
  text: string;
  /** The ID of its event, or why else it is written. */
  of: string;
}

interface Kind {
  event: EventKind;
  message: PassMessageKind;
  describe(ctx: AnyCtx, event: EventRow, pass: MemberPass): Promise<string | undefined>;
}

/** How each kind of event becomes a message. Of several at once, as at the counter, only the first kind here does. */
const KINDS: Kind[] = [
  { event: 'reward.issued', message: 'reward.issued', describe: describeReward },
  // One without a reward of its own is a promise in words.
  { event: 'member.goalCompleted', message: 'reward.issued', describe: describeGoal },
  { event: 'member.tierChanged', message: 'tier.reached', describe: describeInShort },
  { event: 'cashback.available', message: 'cashback.available', describe: describeInShort },
  { event: 'member.visited', message: 'visit.recorded', describe: describeVisit },
];

/** Kinds that take something back, such as a stamp for the wrong person: nothing is said about what came before. */
const UNDOING = new Set<string>([
  'cashback.refunded',
  'cashback.voided',
  'cashback.reversed',
  'reward.voided',
]);

/** Returns the message on a member card about the new events of its business, if one concerns it and is wanted. */
export async function findNews(
  ctx: AnyCtx,
  { subject }: PassRow,
  pass: MemberPass,
  events: readonly EventRow[],
): Promise<News | undefined> {
  const oldest = ctx.clock.now() - MAX_EVENT_AGE_MS;
  const own = events.filter(
    one => Date.parse(one.createdAt) >= oldest && listSubjects(one).includes(subject),
  );
  const valid = own.slice(own.findLastIndex(({ type }) => UNDOING.has(type)) + 1);
  for (const { event: type, message, describe } of KINDS) {
    const event = valid.findLast(one => one.type === type);
    if (!event || !(await wantsPassMessage(ctx, pass.memberId, message))) continue;
    const text = await describe(ctx, event, pass);
    if (text !== undefined) return { text, of: event.id };
  }
  return undefined;
}

function readFormatsOf(ctx: AnyCtx, { businessId }: EventRow, pass: MemberPass): Promise<Formats> {
  const { memberId: userId, locale, currency } = pass;
  return readFormats(ctx, { businessId, userId, locale, currency });
}

/** Returns the balance that a visit or purchase has changed: the stamp card, the points, or else the visits. */
async function describeVisit(ctx: AnyCtx, event: EventRow, pass: MemberPass): Promise<string | undefined> {
  const { quantity, points } = event.data.object as Visit;
  const { locale, text } = await readFormatsOf(ctx, event, pass);
  const { goalNews, pointsNews, visitsNews } = PASS_TEXTS[locale];
  if (quantity > 0 && pass.stamps) return text(goalNews, pass.stamps);
  if (points > 0) return text(pointsNews, { count: pass.points });
  return quantity > 0 ? text(visitsNews, { count: pass.visits }) : undefined;
}

async function describeInShort(ctx: AnyCtx, event: EventRow, pass: MemberPass): Promise<string | undefined> {
  const [mail] = await toMails(ctx, event);
  return (
    mail &&
    writeInShort(mail.kind, mail.data as MailData[typeof mail.kind], await readFormatsOf(ctx, event, pass))
  );
}

async function describeReward(ctx: AnyCtx, event: EventRow, pass: MemberPass): Promise<string> {
  const reward = event.data.object as Reward;
  const data = { reward: toOffer(reward), expiresAt: reward.expiresAt };
  return writeInShort('reward.issued', data, await readFormatsOf(ctx, event, pass));
}

async function describeGoal(ctx: AnyCtx, event: EventRow, pass: MemberPass): Promise<string> {
  const { goal } = event.data.object as { goal: Pick<Goal, 'name'> };
  const { locale, text } = await readFormatsOf(ctx, event, pass);
  return text(PASS_TEXTS[locale].completedNews, { name: goal.name });
}
