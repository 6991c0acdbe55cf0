import { resolveBusinessId } from '../businesses/service.ts';
import type { Ctx } from '../context.ts';
import type { DeletedTestData } from './model.ts';

/** Deletes all test data of a business, for good. Its test keys remain valid. @throws NOT_FOUND */
export async function deleteTestData(ctx: Ctx, named?: string): Promise<DeletedTestData> {
  const businessId = await resolveBusinessId(ctx, named);
  return { deleted: await ctx.testEnvironments.clear(businessId) };
}
