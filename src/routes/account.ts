import { Elysia } from 'elysia';
import {
  Account,
  AccountChange,
  AccountSession,
  PinChange,
  PinState,
  TotpAnswer,
  TotpRequest,
  TotpState,
} from '../auth/account-model.ts';
import { AuthAcknowledgement, ConnectedApp, Deleted } from '../auth/model.ts';
import { Passkey, PasskeyChange } from '../auth/passkey-model.ts';
import { getAccount, updateAccount } from '../auth/service/account.ts';
import { disconnectApp, listApps } from '../auth/service/keys.ts';
import * as sessions from '../auth/service/own-sessions.ts';
import * as passkeys from '../auth/service/passkeys.ts';
import { changeOwnPin } from '../auth/service/pins.ts';
import * as totp from '../auth/service/totp.ts';
import { api, describeRoute, isStillAuthorized } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { requestState } from '../http/request-state.ts';
import { sendZip, ZIP_TYPE } from '../http/zip.ts';
import { findRequestLocale } from '../pages/locale.ts';
import { STREAM_HEADERS } from '../platform/runtime/streams.ts';
import { PathId } from '../platform/schema.ts';
import { ErasedAccount } from '../privacy/model.ts';
import { eraseAccount } from '../privacy/service/erase.ts';
import { exportAccount } from '../privacy/service/export.ts';
import { installationOf } from './installation.ts';

/** The caller's own account, for every signed-in user. */
export const accountRoutes = new Elysia({ name: 'account', tags: ['Account'] })
  .use(api)
  .get('/account', async ({ ctx }) => success(await getAccount(ctx)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    response: ok(Account),
    detail: describeRoute('getAccount', 'Get your own account'),
  })
  .put(
    '/account',
    async ({ ctx, body, request }) =>
      success(await updateAccount(ctx, body, findRequestLocale(request.headers))),
    {
      access: 'person',
      scope: 'manage',
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      body: AccountChange,
      response: ok(Account),
      detail: describeRoute('updateAccount', 'Update your own account', {
        errors: ['EMAIL_TAKEN', 'INVALID_CREDENTIALS', 'RECENT_PROOF_REQUIRED'],
      }),
    },
  )
  .delete('/account', async ({ ctx }) => success(await eraseAccount(ctx)), {
    access: 'person',
    scope: 'manage',
    tier: 'standard',
    response: ok(ErasedAccount),
    detail: describeRoute('eraseAccount', 'Delete your account and your personal data, without undo', {
      description:
        'Ends all logins and memberships and erases what is stored about you. Businesses keep the amounts of their books and their statistics, without your name. Cashback, rewards and money in a wallet are lost; open orders of the perk exchange are canceled.',
      errors: ['CONFLICT', 'RECENT_PROOF_REQUIRED'],
    }),
  })
  .get('/account/export', async ({ ctx }) => sendZip(await exportAccount(ctx)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    detail: describeRoute('exportAccount', 'Download everything that is stored about you', {
      description:
        'A ZIP archive: index.html to read, one JSON file per kind of record in data, and the files that you uploaded in files. Secrets such as the hash of your password are left out.',
      produces: [ZIP_TYPE],
    }),
  })
  .get(
    '/account/stream',
    async ({ ctx, request }) => {
      const { clientIp } = requestState(request);
      const { ownChanges } = installationOf(request).streams;
      const stream = await ownChanges.open(ctx, clientIp, () => isStillAuthorized(request));
      return new Response(stream, { headers: STREAM_HEADERS });
    },
    {
      access: 'person',
      scope: 'read',
      tier: 'relaxed',
      detail: describeRoute('streamOwnChanges', 'Stream changes to your own records as server-sent events', {
        description:
          'Sends each change to your submissions, rewards and memberships a moment after it: the `data` of an event is an object with `type`, `resourceId`, `businessId` and `createdAt`. Nothing is repeated: read the records again after each connection.',
        produces: ['text/event-stream'],
      }),
    },
  )
  .put('/account/pin', async ({ ctx, body }) => success(await changeOwnPin(ctx, body)), {
    access: 'person',
    scope: 'manage',
    tier: 'standard',
    idempotent: true,
    dryRun: false,
    body: PinChange,
    response: ok(PinState),
    detail: describeRoute('changePin', 'Set or remove your own PIN for shared devices', {
      errors: ['FORBIDDEN', 'RECENT_PROOF_REQUIRED'],
    }),
  })
  .get('/account/totp', async ({ ctx }) => success(await totp.getTotp(ctx)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    response: ok(TotpState),
    detail: describeRoute('getTotp', 'Get whether your login requires an authenticator app'),
  })
  .post('/account/totp', async ({ ctx, body }) => success(await totp.changeTotp(ctx, body)), {
    access: 'person',
    scope: 'manage',
    tier: 'standard',
    idempotent: true,
    dryRun: false,
    body: TotpRequest,
    response: ok(TotpAnswer),
    detail: describeRoute(
      'changeTotp',
      'Set up an authenticator app, turn it on or off, or replace the recovery codes',
      { errors: ['INVALID_CREDENTIALS', 'RECENT_PROOF_REQUIRED', 'FORBIDDEN', 'CONFLICT'] },
    ),
  })
  .get('/account/passkeys', async ({ ctx, query }) => success(await passkeys.listPasskeys(ctx, query)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({}),
    response: page(Passkey),
    detail: describeRoute('listPasskeys', 'List your passkeys'),
  })
  .put(
    '/account/passkeys/:id',
    async ({ ctx, params, body }) => success(await passkeys.renamePasskey(ctx, params.id, body.name)),
    {
      access: 'person',
      scope: 'manage',
      tier: 'standard',
      idempotent: true,
      params: PathId,
      body: PasskeyChange,
      response: ok(Passkey),
      detail: describeRoute('renamePasskey', 'Rename one of your passkeys', { errors: ['NOT_FOUND'] }),
    },
  )
  .delete(
    '/account/passkeys/:id',
    async ({ ctx, params }) => success(await passkeys.removePasskey(ctx, params.id)),
    {
      access: 'person',
      scope: 'manage',
      tier: 'standard',
      params: PathId,
      response: ok(Deleted),
      detail: describeRoute('removePasskey', 'Remove one of your passkeys', {
        errors: ['NOT_FOUND', 'RECENT_PROOF_REQUIRED'],
      }),
    },
  )
  .get('/account/apps', async ({ ctx, query }) => success(await listApps(ctx, query)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({}),
    response: page(ConnectedApp),
    detail: describeRoute('listApps', 'List the apps that you connected to your business'),
  })
  .delete('/account/apps/:id', async ({ ctx, params }) => success(await disconnectApp(ctx, params.id)), {
    access: 'person',
    scope: 'manage',
    tier: 'standard',
    params: PathId,
    response: ok(Deleted),
    detail: describeRoute('disconnectApp', 'Disconnect an app immediately', { errors: ['NOT_FOUND'] }),
  })
  .get('/account/sessions', async ({ ctx, query }) => success(await sessions.listSessions(ctx, query)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({}),
    response: page(AccountSession),
    detail: describeRoute('listSessions', 'List the devices that are logged in to your account'),
  })
  .delete('/account/sessions', async ({ ctx }) => success(await sessions.endOtherSessions(ctx)), {
    access: 'person',
    scope: 'manage',
    tier: 'standard',
    response: ok(AuthAcknowledgement),
    detail: describeRoute('endOtherSessions', 'Log out on all other devices'),
  })
  .delete(
    '/account/sessions/:id',
    async ({ ctx, params }) => success(await sessions.endSession(ctx, params.id)),
    {
      access: 'person',
      scope: 'manage',
      tier: 'standard',
      params: PathId,
      response: ok(Deleted),
      detail: describeRoute('endSession', 'Log out on one device', { errors: ['NOT_FOUND'] }),
    },
  );
