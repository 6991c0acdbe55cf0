import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import { MAIL_KIND_INFO } from '../kinds-model.ts';
import { readToken, type Unsubscription } from '../rules/unsubscribe.ts';
import * as store from '../store.ts';
import { saveChoice } from './preferences.ts';

/** Returns the title of the kind of mail that a link stops; undefined for a link that this installation did not send. */
export function describeLink({ signingKeys }: Ctx, token: string): string | undefined {
  const link = readToken(signingKeys.unsubscribe, token);
  return link && MAIL_KIND_INFO[link.kind].title;
}

/**
 * Stops a kind of mail to the person that a link was sent to. Doing so again changes nothing, and a person who no longer
 * exists gets the same answer.
 * @returns the title of the kind; undefined for a link that this installation did not send
 */
export async function unsubscribe(ctx: Ctx, token: string): Promise<string | undefined> {
  const link = readToken(ctx.signingKeys.unsubscribe, token);
  if (!link) return undefined;
  await stop(ctx, link);
  return MAIL_KIND_INFO[link.kind].title;
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
