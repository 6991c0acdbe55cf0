import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { POSITIONS } from '../../db/enums.ts';
import type { ListedOperation } from '../../src/describe/openapi/document.ts';
import { createStaff } from '../support/accounts.ts';
import { type Fixtures, seedFixtures } from '../support/fixtures.ts';
import { exampleForm, withLiveIds } from '../support/operation-fixture.ts';
import { JSON_TYPE, readDescribedRoutes } from '../support/routes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/**
 * The position that each operation for businesses requires, by area. Owners may call all of them. An operation without
 * an area fails, so that a new one is not open to everyone by mistake.
 */
type Position = (typeof POSITIONS)[number];
const { operations, fillPath, listExampleBodies } = await readDescribedRoutes();

const AREAS: Record<string, { positions: Position[]; of: string[] }> = {
  'keys, secrets, billing, users and settings': {
    positions: ['owner'],
    of: [
      'listApiKeys createApiKey rotateApiKey revokeApiKey deleteTestData',
      'createWebhook rotateWebhookSecret',
      'manageBilling',
      'listBusinessUsers addBusinessUser updateBusinessUser renewInvitation removeBusinessUser',
      'updateBusiness setPublicAddress checkPublicAddress getBackups requestBackup getUpdates setUpdateCheck checkForUpdates installUpdate getHealthChecks resetPin endUserSessions',
      // Admins may, too.
      'changeTotp',
      'getPassSettings setGooglePasses setApplePasses removePassSettings',
      'listMails previewMail testMail',
      'setIntegration removeIntegration',
    ],
  },
  'changes of campaigns, programs, exchange, influencers and connections, and the planner': {
    positions: ['owner', 'manager'],
    of: [
      'createCampaign updateCampaign deleteCampaign duplicateCampaign changeCampaignStates',
      'createProgram updateProgram deleteProgram',
      'createImport getImport getImportTemplate listImports undoImport exportMember eraseMember',
      'listAdjustments adjustMember undoAdjustment mergeMember undoMerge',
      'enrollOnExchange depositCash redeemPerk placeOrder cancelOrder takeOrder',
      'createInfluencer updateInfluencer deleteInfluencer connectPlatform verifyConnection disconnectPlatform',
      'generateCampaigns recommendChanges planMarketing quickStart',
      'getCounterReport createPlace renamePlace deletePlace listDevices revokeDevice',
      'updateWebhook deleteWebhook testWebhook redeliver redeliverFailed replayEvents',
      'listExportLinks createExportLink revokeExportLink',
      'listProposals getProposal decideProposal',
    ],
  },
  'reviews, rewards, members and reading': {
    positions: ['owner', 'manager', 'staff'],
    of: [
      'listCampaigns getCampaign getComplianceCard getCalendar getProgram',
      'listSubmissions getSubmission getLinkPreview createSubmission submitToProgram reviewSubmission adviseReview',
      'listRewards voidReward',
      'listCashback updateMember replaceMemberCard getPassOptions createPass',
      'createUpload getUpload',
      'getWallet listOrders getOrder listTrades',
      'listInfluencers getInfluencer listConnections getConnection',
      'getStatistics listRecommendations getPublicAddress',
      'listEvents listEventSamples getEvent streamEvents listNotifications updateNotifications',
      'listWebhooks listDeliveries',
      'listIntegrations listInboundOrders retryInboundOrder listReferrals',
    ],
  },
  'the counter and the own account': {
    positions: [...POSITIONS],
    of: [
      'listPlaces listCounterActions changePin recordVisit listVisits buyReward listShopOrders cancelShopOrder reinstateReward',
      'getBusiness getReward redeemReward',
      'listMembers searchMembers getMember getMemberCard getProgramProgress listPrograms enrollMember createClaimCode',
      // Only to redeem and refund; the first example does.
      'createCashback',
      'listOwnClaims claimMembership',
      // Each of its operations requires its own position.
      'runBatch',
      'getCaller getAccount exportAccount streamOwnChanges eraseAccount updateAccount getTotp listPasskeys renamePasskey removePasskey listApps disconnectApp getNotificationSettings updateNotificationSettings listSessions endSession endOtherSessions',
    ],
  },
};
/** The counter may list rewards by code and redeemed ones, refund orders, and confirm the phone number of a member. */
const BY_CONDITION = ['listRewards', 'createCashback', 'updateMember', 'changeTotp'];

let ctx: TestApp;
let fixtures: Fixtures;
const tokens = {} as Record<Position, string>;
beforeAll(async () => {
  ctx = await createTestApp();
  fixtures = await seedFixtures(ctx);
  const business = { token: fixtures.owner, businessId: fixtures.businessId, userId: '' };
  for (const position of POSITIONS) tokens[position] = await createStaff(ctx, business, position);
});
afterAll(() => ctx.close());

const isForBusinesses = ({ operation }: ListedOperation) =>
  operation['x-access'] !== 'public' &&
  operation['x-access'] !== 'optional' &&
  operation['x-access'] !== 'admin';
const idsOf = ({ of }: { of: string[] }) => of.join(' ').split(' ');

/** Returns the positions that a 403 demands; undefined if the position of the caller is sufficient. */
async function callAs(position: Position, listed: ListedOperation): Promise<readonly unknown[] | undefined> {
  const [example] = listExampleBodies(listed);
  const body = example && (await withLiveIds(example.value, example.name, ctx, fixtures));
  const isForm = listed.operation.requestBody && !listed.operation.requestBody.content[JSON_TYPE];
  const options = {
    as: tokens[position],
    ...(isForm ? { raw: exampleForm(listed.operation.operationId, fixtures) } : {}),
  };
  const { status, error } = await ctx.call(listed.method, fillPath(listed, fixtures), body, options);
  if (status !== 403) return undefined;
  const demand = error?.details?.find(({ field }: { field: string }) => field === 'position');
  return demand?.rule === 'enum' ? demand.allowed : undefined;
}

describe.each(Object.entries(AREAS))('%s', (_, area) => {
  const listed = operations.filter(({ operation }) => idsOf(area).includes(operation.operationId));
  test.each(listed.map(one => [one.operation.operationId, one] as const))('%s', async (operationId, one) => {
    for (const position of [...POSITIONS].reverse()) {
      const isAllowed = area.positions.includes(position);
      expect([position, await callAs(position, one)]).toEqual([
        position,
        isAllowed ? undefined : area.positions,
      ]);
    }
    const required = one.operation['x-required-positions'] ?? POSITIONS;
    if (!BY_CONDITION.includes(operationId)) expect(required).toEqual(area.positions);
  });
});

test('every operation for businesses belongs to one area', () => {
  const assigned = Object.values(AREAS).flatMap(idsOf).sort();
  const existing = operations.filter(isForBusinesses).map(({ operation }) => operation.operationId);
  expect(assigned).toEqual(existing.sort());
});
