import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { Deleted } from '../auth/model.ts';
import * as pageSession from '../auth/service/page-session.ts';
import { resetPin } from '../auth/service/pins.ts';
import { api, describeRoute } from '../http/api.ts';
import { assertOwnPage, readCookie, readDeviceCookies, writeCookie } from '../http/cookie.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { Device, DeviceState, NewDevice, NewPlace, PinSignIn, Place, PlaceChange } from '../places/model.ts';
import { COUNTER_SESSION_MS } from '../places/rules.ts';
import * as counterSession from '../places/service/counter-session.ts';
import * as devices from '../places/service/devices.ts';
import * as places from '../places/service/places.ts';
import { DAY_MS, SECOND_MS } from '../platform/clock.ts';
import { Id, Nullable, PathId } from '../platform/schema.ts';

/** The longest time for which browsers keep a cookie. The device itself is signed out earlier when it isn't used. */
const DEVICE_COOKIE_SECONDS = (400 * DAY_MS) / SECOND_MS;
const PERSON_COOKIE_SECONDS = COUNTER_SESSION_MS / SECOND_MS;

const businessQuery = { businessId: Type.Optional(Id('Business ID (admins only)')) };

/** The branches of a business, their shared devices, and the PINs for those. */
export const placeRoutes = new Elysia({ name: 'places', tags: ['Businesses'] })
  .use(api)
  .get('/business/places', async ({ ctx, query }) => success(await places.listPlaces(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'counter',
    tier: 'relaxed',
    query: listQuery(businessQuery),
    response: page(Place),
    detail: describeRoute('listPlaces', "List the business's places"),
  })
  .post(
    '/business/places',
    async ({ ctx, body, status }) => status(201, success(await places.createPlace(ctx, body))),
    {
      access: 'business',
      scope: 'manage',
      permission: 'places',
      tier: 'standard',
      idempotent: true,
      body: NewPlace,
      response: { 201: ok(Place) },
      detail: describeRoute('createPlace', 'Add a place, such as a branch', {
        errors: ['NOT_FOUND', 'LIMIT_REACHED'],
      }),
    },
  )
  .put(
    '/business/places/:id',
    async ({ ctx, params, body }) => success(await places.renamePlace(ctx, params.id, body)),
    {
      access: 'business',
      scope: 'manage',
      permission: 'places',
      tier: 'standard',
      idempotent: true,
      params: PathId,
      body: PlaceChange,
      response: ok(Place),
      detail: describeRoute('renamePlace', 'Rename a place', { errors: ['NOT_FOUND'] }),
    },
  )
  .delete(
    '/business/places/:id',
    async ({ ctx, params }) => success(await places.deletePlace(ctx, params.id)),
    {
      access: 'business',
      scope: 'manage',
      permission: 'places',
      tier: 'standard',
      params: PathId,
      response: ok(Deleted),
      detail: describeRoute('deletePlace', 'Delete a place; past actions keep its name', {
        errors: ['NOT_FOUND', 'CONFLICT'],
      }),
    },
  )
  .delete('/business/users/:id/pin', async ({ ctx, params }) => success(await resetPin(ctx, params.id)), {
    access: 'businessUser',
    permission: 'users',
    scope: 'manage',
    tier: 'standard',
    params: PathId,
    response: ok(Deleted),
    detail: describeRoute('resetPin', "Remove a user's PIN, so that the user can set another one", {
      errors: ['NOT_FOUND'],
    }),
  })
  .get('/business/devices', async ({ ctx, query }) => success(await devices.listDevices(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'places',
    tier: 'relaxed',
    query: listQuery(businessQuery),
    response: page(Device),
    detail: describeRoute('listDevices', "List the business's shared devices"),
  })
  .post(
    '/business/devices',
    async ({ ctx, request, body, set, status }) => {
      await assertOwnPage(request, ctx);
      const userAgent = request.headers.get('user-agent') ?? undefined;
      const { device, token } = await devices.addDevice(ctx, body, userAgent);
      // Otherwise every user of the device would have the rights of the owner or manager.
      const login = readCookie(request.headers, ctx.config);
      if (login !== undefined) await pageSession.endByCookie(ctx, login);
      set.headers['set-cookie'] = [
        ...writeCookie(request.headers, ctx.config, token, DEVICE_COOKIE_SECONDS, 'device'),
        ...writeCookie(request.headers, ctx.config, '', 0, 'person'),
        ...writeCookie(request.headers, ctx.config, '', 0),
      ];
      return status(201, success(device));
    },
    {
      access: 'businessUser',
      scope: 'manage',
      permission: 'places',
      tier: 'standard',
      dryRun: false,
      body: NewDevice,
      response: { 201: ok(Device) },
      detail: { hide: true },
    },
  )
  .delete(
    '/business/devices/:id',
    async ({ ctx, params }) => success(await devices.revokeDevice(ctx, params.id)),
    {
      access: 'business',
      scope: 'manage',
      permission: 'places',
      tier: 'standard',
      params: PathId,
      response: ok(Deleted),
      detail: describeRoute('revokeDevice', 'Sign out a shared device', { errors: ['NOT_FOUND'] }),
    },
  );

/** Cookie sessions of a shared device; not part of the API, like the other page sessions. */
export const deviceSessionRoutes = new Elysia({ name: 'device-session' })
  .use(api)
  .get(
    '/session/device',
    async ({ ctx, request }) => {
      await assertOwnPage(request, ctx);
      const cookies = readDeviceCookies(request.headers, ctx.config);
      return success(await counterSession.describeDeviceState(ctx, cookies));
    },
    { access: 'public', tier: 'relaxed', response: ok(Nullable(DeviceState)), detail: { hide: true } },
  )
  .post(
    '/session/pin',
    async ({ ctx, request, body, set }) => {
      await assertOwnPage(request, ctx);
      const { device } = readDeviceCookies(request.headers, ctx.config);
      const { token, state } = await counterSession.signInByPin(ctx, body, device);
      const login = readCookie(request.headers, ctx.config);
      if (login !== undefined) await pageSession.endByCookie(ctx, login);
      set.headers['set-cookie'] = [
        ...writeCookie(request.headers, ctx.config, token, PERSON_COOKIE_SECONDS, 'person'),
        ...writeCookie(request.headers, ctx.config, '', 0),
      ];
      return success(state);
    },
    {
      access: 'public',
      tier: 'signIn',
      dryRun: false,
      body: PinSignIn,
      response: ok(DeviceState),
      detail: { hide: true },
    },
  )
  .delete(
    '/session/pin',
    async ({ ctx, request, set }) => {
      await assertOwnPage(request, ctx);
      const cookies = readDeviceCookies(request.headers, ctx.config);
      const state = await counterSession.switchPerson(ctx, cookies);
      set.headers['set-cookie'] = writeCookie(request.headers, ctx.config, '', 0, 'person');
      return success(state);
    },
    {
      access: 'public',
      tier: 'standard',
      dryRun: false,
      response: ok(DeviceState),
      detail: { hide: true },
    },
  );
