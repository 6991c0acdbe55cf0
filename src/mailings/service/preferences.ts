import type { CONSENT_SOURCES } from '../../../db/enums.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import {
  isOnByDefault,
  listKindsFor,
  MAIL_KIND_INFO,
  PASS_MESSAGE_INFO,
  PASS_MESSAGE_KINDS,
  type PassMessageKind,
  toStoredKind,
  WORDING_VERSION,
} from '../kinds-model.ts';
import type { NotificationSettings, NotificationSettingsChange } from '../model.ts';
import { getZone } from '../rules/quiet-hours.ts';
import * as store from '../store.ts';

type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** Returns which kinds of mail the caller gets, and when. @throws UNAUTHENTICATED */
export async function getSettings(ctx: Ctx): Promise<NotificationSettings> {
  const self = await requireSelf(ctx);
  const choices = new Map((await store.listPreferences(ctx.db, self.id)).map(row => [row.kind, row]));
  const quiet = await store.findQuietHours(ctx.db, self.id);
  return {
    email: self.email,
    timeZone: getZone(self),
    canSend: ctx.mail.isConfigured,
    quietHours: quiet ? { from: quiet.from, to: quiet.to } : null,
    kinds: listKindsFor(self).map(kind => {
      const { title, description } = MAIL_KIND_INFO[kind];
      const choice = toChoice(choices.get(kind), isOnByDefault(kind, self));
      return { kind, title, description, ...choice };
    }),
    passMessages: (await listPassMessages(ctx, self)).map(kind => {
      const { title, description } = PASS_MESSAGE_INFO[kind];
      return { kind, title, description, ...toChoice(choices.get(toStoredKind(kind)), true) };
    }),
  };
}

type Stored = Awaited<ReturnType<typeof store.listPreferences>>[number];

function toChoice(stored: Stored | undefined, isDefault: boolean) {
  if (!stored) return { isEnabled: isDefault, consent: null };
  const { isEnabled, source, wording, decidedAt } = stored;
  return { isEnabled, consent: { source, wording, decidedAt } };
}

async function listPassMessages({ db }: Ctx, { role }: store.Recipient): Promise<PassMessageKind[]> {
  return role === 'customer' && (await store.countPassIssuers(db)) > 0 ? PASS_MESSAGE_KINDS : [];
}

/** Returns whether a person wants a kind of message on passes; one without an account turns them off on the phone. */
export async function wantsPassMessage(
  { db }: AnyCtx,
  userId: string,
  kind: PassMessageKind,
): Promise<boolean> {
  return (await store.findRecipient(db, { userId, kind: toStoredKind(kind) }))?.isEnabled !== false;
}

/**
 * Changes which kinds of mail the caller gets, and when. Each choice is stored with its proof: time, source and version
 * of the wording.
 * @throws VALIDATION_ERROR for a kind that the caller can't get, or quiet hours without a length
 */
export async function updateSettings(
  ctx: Ctx,
  change: NotificationSettingsChange,
  source: ConsentSource = 'account',
): Promise<NotificationSettings> {
  const { kinds = [], passMessages = [], quietHours } = change;
  if (kinds.length + passMessages.length === 0 && quietHours === undefined)
    throw invalid('body', 'must include at least one field to update', 'required');
  const self = await requireSelf(ctx);
  assertOffered('kinds', kinds, listKindsFor(self));
  assertOffered('passMessages', passMessages, await listPassMessages(ctx, self));
  if (quietHours && quietHours.from === quietHours.to)
    throw invalid('quietHours.to', 'must differ from quietHours.from', 'conflict');
  await atomically(
    ctx,
    async tx => {
      for (const { kind, isEnabled } of kinds) await saveChoice(tx, self.id, { kind, isEnabled, source });
      for (const { kind, isEnabled } of passMessages)
        await saveChoice(tx, self.id, { kind: toStoredKind(kind), isEnabled, source });
      if (quietHours === null) await store.deleteQuietHours(tx.db, self.id);
      else if (quietHours) await store.saveQuietHours(tx.db, { userId: self.id, ...quietHours });
    },
    [`user:${self.id}`],
  );
  return await getSettings(ctx);
}

/** Stores whether a person wants a kind of mail, or of message on passes. */
export async function saveChoice(
  tx: TxCtx,
  userId: string,
  choice: { kind: string; isEnabled: boolean; source: ConsentSource },
): Promise<void> {
  const decidedAt = nowIso(tx.clock);
  await store.savePreference(tx.db, { userId, ...choice, wording: WORDING_VERSION, decidedAt });
}

function assertOffered<K extends string>(list: string, chosen: { kind: K }[], offered: readonly K[]): void {
  const kinds = chosen.map(({ kind }) => kind);
  for (const [index, kind] of kinds.entries()) {
    const field = `${list}.${index}.kind`;
    if (!offered.includes(kind))
      throw invalid(field, `must be one of ${offered.join(', ') || 'none'}`, {
        rule: 'enum',
        allowed: [...offered],
      });
    if (kinds.indexOf(kind) !== index) throw invalid(field, 'must not be repeated', 'unique');
  }
}

async function requireSelf({ actor, db }: Ctx): Promise<store.Recipient> {
  const self =
    actor.kind === 'user' ? await store.findRecipient(db, { userId: actor.id, kind: '' }) : undefined;
  if (!self) throw new AppError('UNAUTHENTICATED', 'Log in to continue');
  return self;
}
