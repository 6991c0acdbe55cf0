import { issueChallenge } from '../../src/auth/service/challenges.ts';
import { CLI } from '../../src/context.ts';
import { type Example, type OpenApiDocument, resolveReference } from '../../src/describe/openapi/document.ts';
import {
  type Arguments,
  isStreaming,
  listOperationCalls,
  type OperationCall,
} from '../../src/describe/operation-calls.ts';
import { EXAMPLE_PEMS, EXAMPLE_SERVICE_ACCOUNT_KEY } from '../../src/passes/model.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { codeAt, enableTotp } from '../auth/totp-app.ts';
import { PASSWORD } from './accounts.ts';
import { APPLE_CERTIFICATES } from './apple-wallet.ts';
import { type CachedFixture, cachedFixture } from './cached-fixture.ts';
import {
  createAdmin,
  createEmailToken,
  createResetToken,
  createSetupToken,
  type Fixtures,
  PNG,
  pictureForm,
  seedFixtures,
} from './fixtures.ts';
import { SERVICE_ACCOUNT_KEY } from './google-wallet.ts';
import { membersForm } from './members-form.ts';
import { SHOP_SYSTEM } from './shop-system.ts';
import type { TestApp } from './test-app.ts';

/** An operation with one of its examples, ready to be called on its own installation. */
export interface OperationFixture {
  call: OperationCall;
  example: string;
  testApp: TestApp;
  /** An access token that the operation accepts; undefined for public operations. */
  token: string | undefined;
  /** Arguments by input name; a file is passed as its bytes. */
  args: Arguments;
}

/** Examples that need a payment provider; test/billing has a fake one. */
export const NEEDS_PROVIDER = new Set(['portal']);

/** An address without an account. */
const GUEST = 'guest@people.example';

/** Returns a copy of an installation with the seeded fixtures. */
export const setupSeeded = cachedFixture(seedFixtures);

/** Lists every example of every operation, except streams, with a title. */
export function exampleCalls(
  document: OpenApiDocument,
): [title: string, call: OperationCall, example: string][] {
  const once = listOperationCalls(document).filter(call => !isStreaming(call));
  return once.flatMap(call => {
    const examples = Object.keys(bodiesOf(document, call));
    const names = (examples.length > 0 ? examples : ['default']).filter(name => !NEEDS_PROVIDER.has(name));
    return names.map((name): [string, OperationCall, string] => [`${call.id} ${name}`, call, name]);
  });
}

function bodiesOf(document: OpenApiDocument, { operation }: OperationCall): Record<string, object> {
  const media = operation.requestBody?.content['application/json'];
  return Object.fromEntries(
    Object.entries(media?.examples ?? {}).map(([name, example]) => [
      name,
      resolveReference<Example>(document, example).value as object,
    ]),
  );
}

export async function setupOperation(
  document: OpenApiDocument,
  call: OperationCall,
  example: string,
): Promise<OperationFixture> {
  return createOperationFixture(await setupSeeded(), document, call, example);
}

/** Does the same on an installation that several fixtures share. */
export async function createOperationFixture(
  { testApp: ctx, fixture: fixtures }: CachedFixture<Fixtures>,
  document: OpenApiDocument,
  call: OperationCall,
  example: string,
): Promise<OperationFixture> {
  const access = call.operation['x-access'];
  const token =
    access === 'public'
      ? undefined
      : access === 'admin'
        ? await createAdmin(ctx)
        : pickCaller(call.id, fixtures);
  prepareSettings(ctx, call.id);
  const body = await withLiveIds(bodiesOf(document, call)[example] ?? {}, example, ctx, fixtures);
  const isImport = call.id === 'createImport';
  const given = Object.fromEntries(
    call.inputs.flatMap(({ name, apiName, place, isFile }) => {
      if (isFile) return [[name, isImport ? CSV : PNG]];
      if (place === 'path') return [[name, recordIn(call, apiName, fixtures)]];
      const value = (
        isImport ? { kind: 'members', programId: fixtures.records.programs } : (body as Arguments)
      )[apiName];
      return place === 'body' && value !== undefined ? [[name, value]] : [];
    }),
  );
  return { call, example, testApp: ctx, token, args: given };
}

/** Adds the settings without which an operation is a conflict. */
export function prepareSettings({ app: { services } }: TestApp, operationId: string): void {
  if (operationId === 'requestBackup')
    services.config = { ...services.config, backupUrl: 'file:///mnt/disk' };
  if (['checkForUpdates', 'installUpdate'].includes(operationId))
    services.updates = {
      obstacle: null,
      known: {
        newer: [{ version: '0.3.0', date: '2026-12-01', notes: '' }],
        checkedAt: nowIso(services.clock),
      },
      check: async () => {},
      install: () => {},
      getState: () => ({ isInstalling: false, failure: null }),
    };
}

/** The operations of customers, and the one that a last owner may not call. */
const FOR_CUSTOMERS = ['claimMembership', 'eraseAccount', 'listOwnClaims'];

/** Returns the access token of the owner, or of a customer for their operations. */
export function pickCaller(operationId: string, { owner, customer }: Fixtures): string {
  return FOR_CUSTOMERS.includes(operationId) ? customer : owner;
}

/** A file of an import. */
const CSV = Buffer.from('memberId,points\nold-card-3,10\n');

function recordIn({ method, path }: OperationCall, parameter: string, { records }: Fixtures): string {
  if (parameter === 'source') return SHOP_SYSTEM;
  const collection = path.split(`/{${parameter}}`)[0]?.split('/').at(-1) ?? '';
  const [, , , area] = path.split('/');
  // A deletion of a part of a record needs one that has parts.
  const isWhole = method !== 'DELETE' || path.endsWith(`{${parameter}}`);
  const id =
    records[`${area} ${collection}`] ??
    (isWhole ? records[`${method} ${collection}`] : undefined) ??
    records[collection] ??
    records[area as string];
  if (!id) throw new Error(`test/support/fixtures.ts has no record of ${collection} yet`);
  return id;
}

/** Keys that can sign, by those of the examples. */
const SECRETS = new Map<unknown, unknown>([
  [EXAMPLE_SERVICE_ACCOUNT_KEY, SERVICE_ACCOUNT_KEY],
  [EXAMPLE_PEMS.certificate, APPLE_CERTIFICATES.certificate],
  [EXAMPLE_PEMS.privateKey, APPLE_CERTIFICATES.privateKey],
  [EXAMPLE_PEMS.wwdrCertificate, APPLE_CERTIFICATES.wwdrCertificate],
]);

/** Replaces the IDs of an example with those of the seeded records. */
export async function withLiveIds(
  value: object,
  name: string,
  ctx: TestApp,
  fixtures: Fixtures,
): Promise<object> {
  const entries = Object.entries(value).map(([field, item]) => [
    field,
    SECRETS.get(item) ?? fixtures.exampleReplacements.get(item) ?? item,
  ]);
  const tokens = {
    ...(await tokensFor(name, ctx, fixtures)),
    ...('code' in value ? await codesFor(name, ctx, fixtures) : {}),
  };
  return { ...Object.fromEntries(entries), ...tokens, ...onlyFor(name, fixtures) };
}

/** Returns the cashback to reverse: other cashback than the one that can be voided. */
function onlyFor(name: string, { records }: Fixtures): object {
  return name === 'reverse' ? { cashbackId: records.reversible } : {};
}

/** Returns the fields that hold a code of the owner's authenticator app, after turning it on where it must be on. */
async function codesFor(name: string, ctx: TestApp, { owner }: Fixtures): Promise<object> {
  if (name === 'confirm') {
    const start = { action: 'start', currentPassword: PASSWORD };
    const { data } = await ctx.call('POST', '/account/totp', start, { as: owner });
    return data ? { code: codeAt(data.secret, ctx.clock.now()) } : {};
  }
  if (name !== 'secondFactor' && name !== 'renewCodes' && name !== 'disable') return {};
  const { data } = await ctx.call('GET', '/account/totp', undefined, { as: owner });
  if (data.enabled) return { currentPassword: PASSWORD, code: undefined };
  const { recoveryCodes } = await enableTotp(ctx, owner);
  if (name !== 'secondFactor') return { currentPassword: PASSWORD, code: recoveryCodes[0] };
  const login = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };
  const { body } = await ctx.call('POST', '/auth', login);
  return { challenge: body.error.challenge.token, code: recoveryCodes[0] };
}

/** Has a sign-in code mailed to an address. @returns the code */
async function mailLoginCode(ctx: TestApp, email: string): Promise<string> {
  await ctx.call('POST', '/auth', { action: 'requestCode', email });
  await ctx.app.services.backgroundTasks.settled();
  return /code is (\d{6})/.exec(ctx.mail.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Returns the challenge that a session gets when a change requires a recent proof of the person. */
async function createIdentityChallenge({ app }: TestApp, token: string): Promise<string> {
  const verdict = await app.services.tokens.verify(token);
  if ('problem' in verdict) throw new Error(`The token is ${verdict.problem}`);
  const { userId, sessionId } = verdict.claims;
  return await issueChallenge(app.as(CLI), { purpose: 'identity', userId, sessionId });
}

/** Returns the fields of POST /auth that come from an earlier response. */
async function tokensFor(name: string, ctx: TestApp, { owner }: Fixtures): Promise<object> {
  const email = 'owner@blue-cup.example';
  if (name === 'login' || name === 'forgotPassword' || name === 'requestCode') return { email };
  if (name === 'codeLogin') return { email: GUEST, code: await mailLoginCode(ctx, GUEST) };
  if (name === 'setup') return { token: await createSetupToken(ctx) };
  if (name === 'refresh' || name === 'logout') {
    const login = { action: 'login', email, password: 'correct horse battery' };
    const { data } = await ctx.call('POST', '/auth', login);
    return { refreshToken: data.refreshToken };
  }
  if (name === 'confirmIdentity') return { challenge: await createIdentityChallenge(ctx, owner) };
  if (name === 'confirmEmail') return { token: await createEmailToken(ctx, email) };
  return name === 'resetPassword' ? { token: await createResetToken(ctx, email) } : {};
}

/** Returns the multipart body of an operation with a form. */
export function exampleForm(operationId: string, { records }: Fixtures): FormData {
  return operationId === 'createImport'
    ? membersForm(records.programs as string, 'old-card-2')
    : pictureForm();
}
