import type { PerkRow } from '../../../../db/schema/exchange.ts';
import * as campaigns from '../../../campaigns/service/read.ts';
import type { AnyCtx, Ctx } from '../../../context.ts';
import { type Page, type PageQuery, slicePage } from '../../../platform/page.ts';
import { mapInOrder } from '../../../platform/runtime/in-order.ts';
import { getRemaining, type Side } from '../../orders/rules.ts';
import { processDueExchangeBestEffort } from '../../orders/service/due.ts';
import * as orders from '../../orders/store.ts';
import { isTradable } from '../../wallet/service/perks.ts';
import * as store from '../../wallet/store.ts';
import type { Opportunity } from '../model.ts';
import {
  type BestOrder,
  compareByScore,
  findOpportunities,
  type Listing,
  toCampaignOpportunity,
} from '../rules/opportunities.ts';
import * as market from '../store.ts';
import { cachedUntilChange } from './read.ts';

/** Campaigns considered, newest first: an installation may have any number. */
const MAX_CAMPAIGNS = 100;
/** Perks considered per ordering of `listNotable`, so that the cost does not grow with their number. */
const MAX_PERKS_PER_ORDERING = 100;

/** Lists current opportunities, best score first; names no person. */
export async function list(ctx: Ctx, query: PageQuery): Promise<Page<Opportunity>> {
  await processDueExchangeBestEffort(ctx);
  // Checked again per perk: pausing a program suspends its perks without marking the market as changed.
  const ofPerks = (
    await mapInOrder(await findNotable(ctx), async ({ perk, found }) =>
      (await isTradable(ctx, perk)) ? found : [],
    )
  ).flat();
  const ofCampaigns = await mapInOrder(
    await campaigns.listOpenCampaigns(ctx, MAX_CAMPAIGNS),
    async campaign =>
      toCampaignOpportunity({
        ...campaign,
        businessName: await store.getBusinessName(ctx.db, campaign.businessId),
      }),
  );
  const all = [...ofPerks, ...ofCampaigns].sort(compareByScore);
  return slicePage(all, query, ({ id }) => id);
}

const findNotable = cachedUntilChange(
  async ctx =>
    await mapInOrder(await market.listNotable(ctx.db, MAX_PERKS_PER_ORDERING), async perk => ({
      perk,
      found: findOpportunities(await toListing(ctx, perk), ctx.clock.now()),
    })),
);

async function toListing(ctx: AnyCtx, perk: PerkRow): Promise<Listing> {
  return {
    perk,
    businessName: await store.getBusinessName(ctx.db, perk.businessId),
    ask: await findBestOrder(ctx, perk, 'sell'),
    bid: await findBestOrder(ctx, perk, 'buy'),
  };
}

async function findBestOrder(ctx: AnyCtx, { id }: PerkRow, side: Side): Promise<BestOrder | undefined> {
  const [row] = await orders.listQueue(ctx.db, { perkId: id, side, ...orders.QUEUE_START, limit: 1 });
  return row && { orderId: row.id, priceCents: row.priceCents as number, quantity: getRemaining(row) };
}
