import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api } from '../http/api.ts';
import { APPLE_PATH } from '../passes/rules/apple.ts';
import {
  downloadPass,
  listUpdated,
  logReports,
  registerDevice,
  unregisterDevice,
} from '../passes/service/apple.ts';
import { Text } from '../platform/schema.ts';

/** The protocol between phones and the issuer of an Apple pass: developer.apple.com/documentation/walletpasses. */

const PASS_TYPE = 'application/vnd.apple.pkpass';
const MAX_TOKEN = 200;
/** Reports of a phone in one request, and the length of each. */
const MAX_REPORTS = 100;
const MAX_REPORT = 2_000;
/** Apple's device IDs have 32 characters. */
const MAX_NAME = 100;

/** Reads the token of `Authorization: ApplePass <token>`. */
function readToken(headers: Headers): string | undefined {
  return /^ApplePass (\S+)$/.exec(headers.get('authorization') ?? '')?.[1];
}

function toFile({ file, updatedAt }: Awaited<ReturnType<typeof downloadPass>>): Response {
  return new Response(file, {
    headers: {
      'Content-Type': PASS_TYPE,
      'Content-Disposition': 'attachment; filename="pass.pkpass"',
      'Cache-Control': 'no-store',
      'Last-Modified': new Date(updatedAt).toUTCString(),
    },
  });
}

const shared = { access: 'public', tier: 'page' } as const;
const hidden = () => ({ ...shared, detail: { hide: true } });
const device = { device: Text(MAX_NAME), type: Text(MAX_NAME) };
const registration = Type.Object({ ...device, serial: Text(MAX_NAME) });
const REGISTRATION = `${APPLE_PATH}/v1/devices/:device/registrations/:type`;

export const appleWalletRoutes = new Elysia({ name: 'apple-wallet' })
  .use(api)
  .get(
    `${APPLE_PATH}/passes/:serial`,
    async ({ ctx, params, query }) => toFile(await downloadPass(ctx, { ...params, token: query.token })),
    { ...hidden(), query: Type.Object({ token: Type.Optional(Type.String({ maxLength: MAX_TOKEN })) }) },
  )
  .get(
    `${APPLE_PATH}/v1/passes/:type/:serial`,
    async ({ ctx, params, request }) =>
      toFile(await downloadPass(ctx, { ...params, token: readToken(request.headers) })),
    hidden(),
  )
  .post(
    `${APPLE_PATH}/v1/log`,
    async ({ ctx, body }) => {
      await logReports(ctx, body.logs);
      return new Response(null, { status: 200 });
    },
    {
      ...hidden(),
      body: Type.Object({
        logs: Type.Array(Type.String({ maxLength: MAX_REPORT }), { maxItems: MAX_REPORTS }),
      }),
    },
  )
  .get(
    REGISTRATION,
    async ({ ctx, params, query }) => {
      const updated = await listUpdated(ctx, { deviceId: params.device, since: query.passesUpdatedSince });
      return updated ? Response.json(updated) : new Response(null, { status: 204 });
    },
    {
      ...hidden(),
      params: Type.Object(device),
      query: Type.Object({ passesUpdatedSince: Type.Optional(Type.String({ maxLength: MAX_TOKEN })) }),
    },
  )
  .post(
    `${REGISTRATION}/:serial`,
    async ({ ctx, params: { device, ...pass }, body, request }) => {
      const token = readToken(request.headers);
      const isNew = await registerDevice(ctx, { ...pass, ...body, token, deviceId: device });
      return new Response(null, { status: isNew ? 201 : 200 });
    },
    { ...hidden(), params: registration, body: Type.Object({ pushToken: Text(MAX_TOKEN) }) },
  )
  .delete(
    `${REGISTRATION}/:serial`,
    async ({ ctx, params: { device, ...pass }, request }) => {
      await unregisterDevice(ctx, { ...pass, token: readToken(request.headers), deviceId: device });
      return new Response(null, { status: 200 });
    },
    { ...hidden(), params: registration },
  );
