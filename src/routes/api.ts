import { Elysia } from 'elysia';
import { buildSampleEvent } from '../describe/openapi/events.ts';
import { listPerkPrices } from '../exchange/market/service/read.ts';
import { globalHooks } from '../http/api.ts';
import { accountRoutes } from './account.ts';
import { authRoutes, keyRoutes, userRoutes } from './auth.ts';
import { batchRoutes } from './batch.ts';
import { billingRoutes } from './billing.ts';
import { businessRoutes } from './businesses.ts';
import { campaignRoutes } from './campaigns.ts';
import { connectionRoutes } from './connections.ts';
import { descriptionRoutes } from './descriptions.ts';
import { eventRoutes } from './events.ts';
import { exchangeRoutes } from './exchange.ts';
import { exportLinkRoutes } from './export-links.ts';
import { importRoutes } from './imports.ts';
import { influencerRoutes } from './influencers.ts';
import { integrationRoutes } from './integrations.ts';
import { mailingRoutes } from './mailings.ts';
import { mcpRoutes } from './mcp.ts';
import { passRoutes } from './passes.ts';
import { placeRoutes } from './places.ts';
import { plannerRoutes } from './planner.ts';
import { programRoutes } from './programs.ts';
import { proposalRoutes } from './proposals.ts';
import { recommendationRoutes } from './recommendations.ts';
import { referenceRoutes } from './reference.ts';
import { rewardRoutes } from './rewards.ts';
import { shopRoutes } from './shops.ts';
import { statisticsRoutes } from './statistics.ts';
import { submissionRoutes } from './submissions.ts';
import { systemRoutes } from './system.ts';
import { uploadRoutes } from './uploads.ts';
import { verificationRoutes } from './verification.ts';
import { webhookRoutes } from './webhooks.ts';

/** The path of every operation. */
export const API_PREFIX = '/api/v1';

/** Combines the operations of the API. */
export function createApiRoutes() {
  return (
    new Elysia({ prefix: API_PREFIX })
      .use(globalHooks)
      .use(authRoutes)
      .use(accountRoutes)
      .use(businessRoutes)
      .use(userRoutes)
      .use(placeRoutes)
      .use(keyRoutes)
      .use(exportLinkRoutes(API_PREFIX))
      .use(campaignRoutes)
      .use(shopRoutes)
      .use(submissionRoutes)
      .use(uploadRoutes)
      .use(rewardRoutes)
      .use(programRoutes)
      .use(integrationRoutes)
      .use(importRoutes)
      .use(passRoutes)
      .use(mailingRoutes)
      .use(exchangeRoutes)
      .use(billingRoutes)
      .use(influencerRoutes)
      .use(connectionRoutes)
      .use(eventRoutes(buildSampleEvent))
      .use(webhookRoutes(buildSampleEvent))
      .use(verificationRoutes)
      .use(referenceRoutes(listPerkPrices))
      .use(recommendationRoutes)
      .use(statisticsRoutes)
      .use(plannerRoutes)
      // Together, because TypeScript limits the length of such a chain.
      .use(new Elysia().use(systemRoutes).use(batchRoutes).use(proposalRoutes))
      .use(descriptionRoutes)
      .use(mcpRoutes)
  );
}
