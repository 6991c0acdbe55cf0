import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, forbidden, invalid } from '../../errors.ts';
import { chooseRegistration, getRegistration, recordFounder } from '../../installation/service.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Register, Session, Setup } from '../model.ts';
import { hashNewPassword } from '../password-policy.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { recordAdminSignIn } from './admin-audit.ts';
import { consumeLink, issueSetup } from './links.ts';
import { openSession, toSession } from './sessions.ts';

interface NewUser {
  email: string;
  name: string;
  role: store.UserRow['role'];
  businessId?: string | null;
  position?: store.UserRow['position'];
  passwordHash: string | null;
}

/**
 * Adds a user in the caller's transaction.
 * @param createdBy the user or key that adds another person; null for a person who registers
 * @throws EMAIL_TAKEN
 */
export async function addUser(
  tx: TxCtx,
  { email, ...user }: NewUser,
  createdBy: string | null = null,
): Promise<store.UserRow> {
  const address = normalizeEmail(email);
  if (await store.findUserByEmail(tx.db, address))
    throw new AppError('EMAIL_TAKEN', 'This email address is already registered');
  const now = nowIso(tx.clock);
  return await store.insertUser(tx.db, {
    id: tx.ids.next('user'),
    email: address,
    ...user,
    createdBy,
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Registers a customer, or a business with its owner, and logs in.
 * @throws FORBIDDEN if registration is closed for the role, EMAIL_TAKEN, VALIDATION_ERROR
 */
export async function register(
  ctx: Ctx,
  input: Omit<Register, 'action'>,
  userAgent?: string,
): Promise<Session> {
  const role = input.role ?? 'customer';
  await assertRegistrationOpen(ctx, role);
  if (role === 'business' && !input.businessName)
    throw invalid('businessName', 'is required for role business', 'required');
  // Also for an account created by another user: a reset link gives it to the owner of the address.
  if (await store.findUserByEmail(ctx.db, normalizeEmail(input.email))) {
    const message = 'This email address is already registered. Log in, or reset your password.';
    throw new AppError('EMAIL_TAKEN', message);
  }
  const passwordHash = await hashNewPassword(ctx, input.password, input);
  const opened = await atomically(ctx, async tx => {
    const { email, name, businessName, industry } = input;
    if (role === 'customer')
      return await openSession(tx, await addUser(tx, { email, name, role, passwordHash }), userAgent);
    const business = { name: businessName as string, industry };
    return await openSession(tx, await addOwner(tx, business, { email, name, passwordHash }), userAgent);
  });
  return toSession(ctx, opened);
}

/** @throws FORBIDDEN if registration is closed for the role */
export async function assertRegistrationOpen(ctx: AnyCtx, role: 'customer' | 'business'): Promise<void> {
  const registration = await getRegistration(ctx);
  if (registration === 'open' || (registration === 'customers' && role === 'customer')) return;
  throw new AppError('FORBIDDEN', 'Registration is closed on this installation', {
    details: [{ field: 'role', issue: 'cannot register on this installation', rule: 'conflict' }],
  });
}

/** Creates a business and its owner in the caller's transaction. @throws EMAIL_TAKEN */
async function addOwner(
  tx: TxCtx,
  business: { name: string; industry: string | undefined },
  owner: Pick<NewUser, 'email' | 'name' | 'passwordHash'>,
): Promise<store.UserRow> {
  const { id: businessId } = await businesses.create(tx, business);
  return await addUser(tx, { ...owner, role: 'business', businessId, position: 'owner' });
}

/** Returns whether the installation has an admin or the owner of a business. */
export function isSetUp(ctx: Ctx): Promise<boolean> {
  return store.hasAdminOrOwner(ctx.db);
}

/**
 * Rejects a business before the installation is set up, so that a stranger cannot become its first owner. Requests from the
 * server itself need no such check, because a person there can run the CLI.
 * @throws FORBIDDEN before there is an admin or an owner, unless REGISTRATION is set
 */
export async function assertSetUp(ctx: Ctx): Promise<void> {
  if (ctx.config.isRegistrationSet || (await isSetUp(ctx))) return;
  throw forbidden('origin', 'This installation is not set up yet. Open its setup link first.', [
    'the computer of the server',
  ]);
}

/** Issues the one-time link to set up the installation; undefined if an admin or an owner exists. */
export async function issueSetupLink(ctx: Ctx): Promise<string | undefined> {
  return (await isSetUp(ctx)) ? undefined : issueSetup(ctx);
}

/**
 * Creates the first business with its owner through the setup link, or the first admin if no business is named, and
 * logs in. Also stores who else can register; by default customers, or everyone if there is an admin.
 * @throws UNAUTHENTICATED, CONFLICT, EMAIL_TAKEN
 */
export async function setUp(ctx: Ctx, input: Omit<Setup, 'action'>, userAgent?: string): Promise<Session> {
  const { token, email, password, name, businessName, industry } = input;
  const { registration = businessName === undefined ? 'open' : 'customers' } = input;
  const passwordHash = await hashNewPassword(ctx, password, { email, name, businessName });
  const opened = await atomically(ctx, async tx => {
    await consumeLink(tx, token, ['setup']);
    await assertNoAdmin(tx);
    await chooseRegistration(tx, registration);
    if (businessName !== undefined) {
      const owner = { email, name: name ?? businessName, passwordHash };
      const founder = await addOwner(tx, { name: businessName, industry }, owner);
      await recordFounder(tx, founder.id);
      return await openSession(tx, founder, userAgent);
    }
    const admin = await addUser(tx, { email, name: name ?? 'Admin', role: 'admin', passwordHash });
    await recordAdminSignIn(tx, admin, 'setup', 'succeeded');
    return await openSession(tx, admin, userAgent);
  });
  return toSession(ctx, opened);
}

/** Creates the first admin from settings or the CLI. @throws CONFLICT if an admin exists, EMAIL_TAKEN */
export async function createFirstAdmin(ctx: Ctx, email: string, password: string): Promise<store.UserRow> {
  const passwordHash = await hashNewPassword(ctx, password, { email });
  return atomically(ctx, async tx => {
    await assertNoAdmin(tx);
    return await addUser(tx, { email, name: 'Admin', role: 'admin', passwordHash });
  });
}

export function hasAdmin(ctx: Ctx): Promise<boolean> {
  return store.hasAdmin(ctx.db);
}

async function assertNoAdmin(tx: TxCtx): Promise<void> {
  if (await store.hasAdmin(tx.db)) throw new AppError('CONFLICT', 'This installation already has an admin');
}
