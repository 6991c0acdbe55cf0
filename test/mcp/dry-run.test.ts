import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import type { OperationCall } from '../../src/describe/operation-calls.ts';
import { snakeCase } from '../../src/platform/names.ts';
import type { CachedFixture } from '../support/cached-fixture.ts';
import { type DatabaseFingerprint, openFingerprint } from '../support/database-fingerprint.ts';
import { createAdmin, type Fixtures } from '../support/fixtures.ts';
import { sample } from '../support/long-run.ts';
import {
  createOperationFixture,
  exampleCalls,
  type OperationFixture,
  setupOperation,
  setupSeeded,
} from '../support/operation-fixture.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import type { TestApp } from '../support/test-app.ts';
import { readAnswer } from './support.ts';

const { contract } = await readDescribedRoutes();
const { document } = contract;
/** POST /auth is played by people who are not signed in, and a signed webhook by its sender. */
const CHANGES = exampleCalls(document).filter(
  ([, call]) => call.method !== 'GET' && !call.isSigned && call.operation['x-access'] !== 'optional',
);
const takesDryRun = (call: OperationCall) =>
  call.inputs.some(({ name, place }) => name === 'dryRun' && place === 'header');
const WITH = CHANGES.filter(([, call]) => takesDryRun(call));
const WITHOUT = CHANGES.filter(([, call]) => !takesDryRun(call));

interface Result {
  isError?: boolean;
  content: { text: string }[];
}

async function callTool({ call, testApp, token, args }: OperationFixture, more: object): Promise<Result> {
  const values = Object.entries(args).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? value.toString('base64') : value,
  ]);
  const params = { name: snakeCase(call.id), arguments: { ...Object.fromEntries(values), ...more } };
  const response = await testApp.call(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { as: token ?? (await createAdmin(testApp)), headers: { accept: 'application/json, text/event-stream' } },
  );
  return response.body.result;
}

const DONE = 'Dry run: nothing was changed. This is the response the call would have returned.';
const REFUSED = 'Dry run: nothing was changed. The call would have been rejected.';
const refusalOf = ({ content }: Result) => JSON.parse(content[0]?.text ?? '{}');

/** Everything that an installation stores or has sent. */
async function stateOf({ app, mail, sent }: TestApp, watch: DatabaseFingerprint) {
  // Mails about earlier calls of the test.
  await app.services.backgroundTasks.settled();
  const files = listFiles(app.services.config.dataDir);
  return { rows: await watch.read(), mail: mail.length, sent: sent.length, files };
}

/** Lists the files of a data folder with the times of their changes, except the database. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.startsWith(DATABASE_FILE))
    .map(name => `${name} ${statSync(join(folder, name)).mtimeMs}`)
    .sort();
}

/** Runs `work` on a stage, and expects that it leaves no trace. */
async function expectUntouched<T>({ testApp }: OperationFixture, work: () => Promise<T>): Promise<T> {
  const { outbox } = testApp.app.services;
  const watch = openFingerprint(testApp.app);
  outbox.take();
  const before = await stateOf(testApp, watch);
  const result = await work();
  expect(await stateOf(testApp, watch)).toEqual(before);
  expect(outbox.take()).toEqual([]);
  watch.close();
  return result;
}

describe('MCP dry run', () => {
  // The access matrix makes a dry run of every operation over HTTP.
  test.each(sample(WITH, 3))(
    'a dry run of %s changes nothing, and the same call then succeeds',
    async (_, call, example) => {
      const fixture = await setupOperation(document, call, example);
      const key = call.inputs.some(({ name }) => name === 'idempotencyKey')
        ? { idempotencyKey: 'agent-1' }
        : {};
      const dry = await expectUntouched(fixture, () => callTool(fixture, { ...key, dryRun: true }));
      expect(dry.content.at(-1)?.text).toBe(DONE);
      expect(readAnswer(dry).dryRun).toBe(true);
      const done = await callTool(fixture, { ...key, dryRun: false });
      expect(done.isError).toBeUndefined();
      expect(Object.keys(readAnswer(dry))).toEqual(['dryRun', ...Object.keys(readAnswer(done))]);
      await fixture.testApp.close();
    },
  );
});

describe('rejected MCP dry run', () => {
  let home: CachedFixture<Fixtures>;
  beforeAll(async () => {
    home = await setupSeeded();
  });
  afterAll(() => home.testApp.close());

  const play = async (title: string, given: (fixture: OperationFixture) => object) => {
    const [, call, example] = CHANGES.find(([name]) => name === title) as (typeof CHANGES)[number];
    const fixture = await createOperationFixture(home, document, call, example);
    // An agent has a credential for public operations, too.
    fixture.token ??= home.fixture.owner;
    return expectUntouched(fixture, () =>
      callTool({ ...fixture, args: { ...fixture.args, ...given(fixture) } }, {}),
    );
  };
  const ofRecords = WITH.filter(([, { inputs }]) =>
    inputs.some(({ place, name }) => place === 'path' && name === 'id'),
  );

  test.each(ofRecords)('a dry run of %s is rejected for a record that does not exist', async title => {
    const dry = await play(title, ({ args }) => ({
      id: `${String(args.id).slice(0, -4)}zzzz`,
      dryRun: true,
    }));
    expect(refusalOf(dry)).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect(dry.content.at(-1)?.text).toBe(REFUSED);
  });

  const hasOwn = ({ inputs }: OperationCall) => inputs.some(({ name }) => name === 'dryRun');
  test.each(WITHOUT.filter(([, call]) => !hasOwn(call)))(
    '%s rejects dryRun as an unknown argument',
    async title => {
      const refused = await play(title, () => ({ dryRun: true }));
      expect(refusalOf(refused)).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: 'dryRun is an unknown argument',
      });
    },
  );

  test.each([
    ['dry_run', ' (did you mean dryRun?)'],
    ['dryrun', ' (did you mean dryRun?)'],
    ['preview', ''],
  ])('create_campaign rejects %s instead of ignoring it', async (name, hint) => {
    const refused = await play('createCampaign default', () => ({ [name]: true }));
    expect(refusalOf(refused).details).toEqual([
      { field: name, issue: `is an unknown argument${hint}`, rule: 'unknown' },
    ]);
  });

  test('a dryRun value other than true or false is rejected', async () => {
    for (const dryRun of ['yes', 1, null, {}]) {
      const refused = await play('createCampaign default', () => ({ dryRun }));
      expect(refusalOf(refused)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'X-Dry-Run' }],
      });
    }
  });

  test('a dry run with an unknown reward code returns NOT_FOUND', async () => {
    const refused = await play('redeemReward default', () => ({ code: 'AAAAAAAAAA', dryRun: true }));
    expect(refusalOf(refused).code).toBe('NOT_FOUND');
  });

  test('a dry run with a field of the wrong type names the field', async () => {
    const refused = await play('createCampaign default', () => ({ name: 5, dryRun: true }));
    expect(refusalOf(refused)).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'name' }] });
  });
});

test('all changes accept dryRun except irreversible ones, those outside the database, those that return a secret and those that change nothing', () => {
  expect([...new Set(WITHOUT.map(([, { id }]) => id))].sort()).toEqual([
    'addBusinessUser',
    'adviseReview',
    'changePin',
    'changeTotp',
    'checkForUpdates',
    'claimMembership',
    'connectPlatform',
    'createApiKey',
    'createClaimCode',
    'createExportLink',
    // It has a field of this name.
    'createImport',
    'createUpload',
    'createWebhook',
    'deleteTestData',
    'generateCampaigns',
    'installUpdate',
    'planMarketing',
    'previewClaim',
    'recommendChanges',
    'renewInvitation',
    'requestBackup',
    'rotateApiKey',
    'rotateWebhookSecret',
    'testMail',
    'undoImport',
    'updateAccount',
    'verifyConnection',
  ]);
});
