import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, NO_SESSION, nameTarget } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { emptyPage, type Page, type RecordQuery } from '../../platform/page.ts';
import { listTeam } from '../access-store.ts';
import type { BusinessUserChange, TeamMember } from '../account-model.ts';
import { updateUser } from '../account-store.ts';
import type { BusinessUser, ChangedWebhook, NewBusinessUser, RemovedUser, User } from '../model.ts';
import { hashNewPassword } from '../password-policy.ts';
import { listWithPin } from '../pins-store.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { mailInvitation, mayMailInvitation } from './invitations.ts';
import { disconnectApps } from './keys.ts';
import { isLastOwner, removeBusinessUser } from './leave-business.ts';
import { deletePasswordLinks, issueInvitation } from './links.ts';
import { notifyOfChange } from './notify-change.ts';
import { setPasswordHash as setPasswordOf } from './passwords.ts';
import { requireRecentProof } from './recent-proof.ts';
import { addUser } from './register.ts';
import { toUser } from './sessions.ts';

/** Lists the users of a business. */
export async function listByBusiness(
  ctx: Ctx,
  query: RecordQuery & { businessId?: string },
): Promise<Page<TeamMember>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const page = await store.listUsers(ctx.db, { businessId }, query);
  const withPin = await listWithPin(
    ctx.db,
    page.items.map(({ id }) => id),
  );
  const items = page.items.map(user => ({
    ...toUser(user),
    invitationPending: user.passwordHash === null,
    hasPin: withPin.has(user.id),
  }));
  return { ...page, items };
}

/** Returns when an account was created; undefined for a reference that is not an account. */
export async function findAccountCreatedAt({ db }: AnyCtx, id: string): Promise<string | undefined> {
  return (await store.findUser(db, id))?.createdAt;
}

/** Returns the email address of an account, confirmed or not; undefined for any other ID. */
export async function findEmail({ db }: AnyCtx, id: string): Promise<string | undefined> {
  return (await store.findUser(db, id))?.email;
}

/** Returns the confirmed email address of an account; undefined for any other ID. */
export async function findConfirmedEmail({ db }: AnyCtx, id: string): Promise<string | undefined> {
  const user = await store.findUser(db, id);
  return user?.emailConfirmedAt ? user.email : undefined;
}

/** Returns the ID of the account with a confirmed email address. */
export async function findIdByConfirmedEmail({ db }: AnyCtx, email: string): Promise<string | undefined> {
  const user = await store.findUserByEmail(db, email);
  return user?.emailConfirmedAt ? user.id : undefined;
}

/** Returns the names of accounts by id. The caller must be allowed to know the accounts. */
export async function getNamesById({ db }: AnyCtx, ids: string[]): Promise<Map<string, string>> {
  return new Map((await store.listNames(db, ids)).map(({ id, name }) => [id, name]));
}

/** Lists all users, for admins. */
export async function listAll(ctx: Ctx, query: RecordQuery): Promise<Page<User>> {
  const page = await store.listUsers(ctx.db, {}, query);
  return { ...page, items: page.items.map(toUser) };
}

/**
 * Adds a user to a business; without a password the response includes an invitation link. The address is confirmed
 * only through a link mailed to it: see passwords.reset.
 * @throws EMAIL_TAKEN, VALIDATION_ERROR for a password that is easy to guess, RECENT_PROOF_REQUIRED for an owner
 */
export async function addToBusiness(ctx: Ctx, input: NewBusinessUser): Promise<BusinessUser> {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  const owners = input.position === 'owner' ? await beginOwnerChange(ctx, businessId) : [];
  const passwordHash = input.password
    ? await hashNewPassword(ctx, input.password, { ...input, businessId })
    : null;
  const invitationMailed = passwordHash === null && (await mayMailInvitation(ctx, input.email));
  const added = await atomically(ctx, async (tx): Promise<BusinessUser> => {
    const { email, name, position = 'staff' } = input;
    const added = { email, name, role: 'business', businessId, position, passwordHash } as const;
    const user = await addUser(tx, added, tx.actor.id);
    if (passwordHash) return toUser(user);
    return { ...toUser(user), inviteLink: await issueInvitation(tx, user.id) };
  });
  notifyOwners(ctx, owners);
  if (invitationMailed) await mailInvitation(ctx, added);
  return added.inviteLink ? { ...added, invitationMailed } : added;
}

/**
 * Issues a new invitation link for a user who has not set a password yet. Earlier ones that an inviter has seen stop
 * working; mailed ones do not, because only the owner of the address may void them.
 * @throws NOT_FOUND, CONFLICT if the user has set a password, RECENT_PROOF_REQUIRED for an owner
 */
export async function renewInvitation(ctx: Ctx, id: string): Promise<BusinessUser> {
  const { email, passwordHash, position } = await requireColleague(ctx, id);
  if (position === 'owner') await requireRecentProof(ctx);
  const invitationMailed = passwordHash === null && (await mayMailInvitation(ctx, email));
  const renewed = await atomically(ctx, async tx => {
    const user = await requireColleague(tx, id);
    if (user.passwordHash !== null)
      throw new AppError('CONFLICT', 'The user has already accepted the invitation');
    await deletePasswordLinks(tx, user, false);
    return { ...toUser(user), inviteLink: await issueInvitation(tx, user.id) };
  });
  if (invitationMailed) await mailInvitation(ctx, renewed);
  return { ...renewed, invitationMailed };
}

/**
 * Changes the name or position of a user.
 * @throws NOT_FOUND, CONFLICT for the last owner, VALIDATION_ERROR, RECENT_PROOF_REQUIRED if an owner is made or no longer one
 */
export async function updateBusinessUser(ctx: Ctx, id: string, change: BusinessUserChange): Promise<User> {
  if (Object.keys(change).length === 0)
    throw invalid('body', 'must include at least one field to update', 'required');
  const { position: before, businessId } = await requireColleague(ctx, id);
  const after = change.position ?? before;
  const changesOwners = after !== before && [before, after].includes('owner');
  const owners = changesOwners ? await beginOwnerChange(ctx, businessId) : [];
  const updated = await atomically(ctx, async tx => {
    const user = await requireColleague(tx, id);
    const { position = user.position } = change;
    if (position !== 'owner' && (await isLastOwner(tx, user)))
      throw new AppError('CONFLICT', 'The last owner of a business must remain an owner');
    if (user.position === 'owner' && position !== 'owner') await disconnectApps(tx, id);
    return toUser(await updateUser(tx.db, id, { ...change, updatedAt: nowIso(tx.clock) }));
  });
  notifyOwners(ctx, owners);
  return updated;
}

/** Demands a recent proof before a change of owners. @returns the owners to notify, who may lose their rights */
async function beginOwnerChange(ctx: Ctx, businessId: string | null): Promise<store.UserRow[]> {
  await requireRecentProof(ctx);
  const team = businessId === null ? [] : await listTeam(ctx.db, businessId);
  return team.filter(({ position }) => position === 'owner');
}

function notifyOwners(ctx: Ctx, owners: store.UserRow[]): void {
  for (const owner of owners) notifyOfChange(ctx, owner, 'ownersChanged');
}

/** Finds a user of a business. */
export async function findColleague(
  { db }: AnyCtx,
  id: string,
  businessId: string,
): Promise<store.UserRow | undefined> {
  const user = await store.findUser(db, id);
  return user?.businessId === businessId ? user : undefined;
}

/** @throws NOT_FOUND for a user of another business */
export async function requireColleague({ db, actor }: AnyCtx, id: string): Promise<store.UserRow> {
  const user = await store.findUser(db, id);
  const own = actor.businessId;
  if (!user?.businessId || (own !== null && user.businessId !== own)) throw notFound('user');
  return user;
}

/**
 * Removes a user from a business: ends all their sessions and revokes the API keys they created, unless those are
 * kept. Webhook endpoints that the user created or changed stay active, and are listed.
 * @throws NOT_FOUND, CONFLICT for the last owner, RECENT_PROOF_REQUIRED for another one
 */
export async function removeFromBusiness(
  ctx: Ctx,
  id: string,
  { keepKeys = false }: { keepKeys?: boolean } = {},
): Promise<RemovedUser> {
  const { position, businessId } = await requireColleague(ctx, id);
  const owners = position === 'owner' ? await beginOwnerChange(ctx, businessId) : [];
  const removed = await atomically(ctx, async tx => {
    const user = await requireColleague(tx, id);
    if (await isLastOwner(tx, user))
      throw new AppError('CONFLICT', "The last owner of a business can't be removed");
    const made = await removeBusinessUser(tx, user, { keepKeys });
    const makers = [id, ...made.map(key => key.id)];
    const endpoints = await events.listChangedBy(tx, user.businessId as string, 'webhook', makers);
    const webhooks = endpoints.map(endpoint => {
      const { id, url, description, status } = endpoint as ChangedWebhook;
      return { id, url, description, status };
    });
    return { id, deleted: true as const, keys: made, keysRevoked: !keepKeys, webhooks };
  });
  notifyOwners(ctx, owners);
  return removed;
}

export interface UserInput {
  email: string;
  name: string;
  role: store.UserRow['role'];
  businessId?: string;
  /** For role business; the first user is an owner in any case. */
  position?: NonNullable<store.UserRow['position']>;
  password: string;
}

/** Creates a user of any role, by an admin. @throws EMAIL_TAKEN, VALIDATION_ERROR, NOT_FOUND for an unknown business */
export async function create(
  ctx: Ctx,
  { password, businessId: named, position: chosen = 'staff', ...user }: UserInput,
): Promise<User> {
  const businessId = user.role === 'business' ? await businesses.resolveBusinessId(ctx, named) : null;
  const passwordHash = await hashNewPassword(ctx, password, { ...user, businessId });
  const owners = chosen === 'owner' ? await beginOwnerChange(ctx, businessId) : [];
  const created = await atomically(ctx, async tx => {
    const isFirst = businessId !== null && (await store.countOwners(tx.db, businessId)) === 0;
    const position = businessId === null ? null : isFirst ? 'owner' : chosen;
    return toUser(await addUser(tx, { ...user, businessId, position, passwordHash }, tx.actor.id));
  });
  notifyOwners(ctx, owners);
  return created;
}

/** Changes the position of the user with this address. @throws NOT_FOUND, CONFLICT for the last owner */
export async function setPosition(
  ctx: Ctx,
  email: string,
  position: NonNullable<store.UserRow['position']>,
): Promise<User> {
  const user = await requireByEmail(ctx, email);
  nameTarget(ctx, user.id);
  return await updateBusinessUser(ctx, user.id, { position });
}

/** Issues a new invitation link for the user with this address. @throws NOT_FOUND, CONFLICT */
export async function renewInvitationOf(ctx: Ctx, email: string): Promise<BusinessUser> {
  const user = await requireByEmail(ctx, email);
  nameTarget(ctx, user.id);
  return await renewInvitation(ctx, user.id);
}

/** Sets the password of the user with this address. @throws NOT_FOUND */
export async function setPassword(ctx: Ctx, email: string, password: string): Promise<void> {
  await setPasswordOf(ctx, await requireByEmail(ctx, email), password);
}

/** Returns the context of the user with this address, for an admin who acts in the user's place. @throws NOT_FOUND */
export async function actAs(ctx: Ctx, email: string): Promise<Ctx> {
  const { id, role, businessId, position } = await requireByEmail(ctx, email);
  nameTarget(ctx, id);
  return ctx.as({ kind: 'user', id, role, businessId, position, sessionId: NO_SESSION });
}

/** Returns the account with this ID or email address. The caller must be allowed to. @throws NOT_FOUND */
export async function requireByIdOrEmail(ctx: Ctx, given: string): Promise<store.UserRow> {
  if (given.includes('@')) return await requireByEmail(ctx, given);
  const user = await store.findUser(ctx.db, given);
  if (!user) throw notFound('user');
  return user;
}

async function requireByEmail({ db }: Ctx, email: string): Promise<store.UserRow> {
  const user = await store.findUserByEmail(db, normalizeEmail(email));
  if (!user) throw notFound({ kind: 'user', field: 'email' });
  return user;
}
