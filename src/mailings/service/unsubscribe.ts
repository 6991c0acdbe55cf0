import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import type { Locale } from '../../platform/locales.ts';
import { readToken, type Unsubscription } from '../rules/unsubscribe.ts';
import * as store from '../store.ts';
import { getTemplate } from '../templates/index.ts';
import { saveChoice } from './preferences.ts';

/** Returns the name of the kind of mail that a link stops; undefined for a link that this installation did not send. */
export function describeLink({ signingKeys }: Ctx, token: string, locale: Locale): string | undefined {
  const link = readToken(signingKeys.unsubscribe, token);
  return link && getTemplate(link.kind).name(locale);
}

/**
 * Stops a kind of mail to the person that a link was sent to. Doing so again changes nothing, and a person who no longer
 * exists gets the same answer.
 * @returns the name of the kind; undefined for a link that this installation did not send
 */
export async function unsubscribe(ctx: Ctx, token: string, locale: Locale): Promise<string | undefined> {
  const link = readToken(ctx.signingKeys.unsubscribe, token);
  if (!link) return undefined;
  await stop(ctx, link);
  return getTemplate(link.kind).name(locale);
}

async function stop(ctx: Ctx, { userId, kind }: Unsubscription): Promise<void> {
  await atomically(
    ctx.as(SCHEDULER),
    async tx => {
      const recipient = await store.findRecipient(tx.db, { userId, kind });
      if (!recipient || recipient.isEnabled === false) return;
      await saveChoice(tx, userId, { kind, isEnabled: false, source: 'unsubscribe' });
    },
    [`user:${userId}`],
  );
}
