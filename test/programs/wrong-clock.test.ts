import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  createProgramWithMember,
  DAY,
  findIntegrityProblems,
  HOUR,
  recordVisit,
  type Scene,
  scene,
  updateProgram,
} from './fixture.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterAll(() => ctx.close());

/** Records a visit while the clock is ahead, and sets it right. */
async function recordVisitAhead(id: string, ms: number): Promise<string> {
  ctx.clock.advance(ms);
  const { data } = await recordVisit(ctx, id);
  ctx.clock.advance(-ms);
  return data.createdAt;
}

async function statusOfVisit(id: string): Promise<number> {
  return (await recordVisit(ctx, id)).status;
}

test('a visit that was recorded while the clock was ahead starts no cooldown, and one since then does', async () => {
  const id = await createProgramWithMember(ctx);
  await updateProgram(ctx, id, { visits: { cooldownMinutes: 30 } });
  const ahead = await recordVisitAhead(id, DAY);
  const { status, data } = await recordVisit(ctx, id);
  expect(status).toBe(201);
  expect(data.member).toMatchObject({ visits: 2, lastVisitAt: ahead });
  expect(await statusOfVisit(id)).toBe(409);
  ctx.clock.advance(HOUR);
  expect(await statusOfVisit(id)).toBe(201);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('a clock that is set back by seconds starts no second visit', async () => {
  const id = await createProgramWithMember(ctx);
  await updateProgram(ctx, id, { visits: { cooldownMinutes: 1, maxPerDay: 1 } });
  await recordVisitAhead(id, 2_000);
  expect((await recordVisit(ctx, id)).error.details?.[0]?.field).toBe('visits.cooldownMinutes');
  await updateProgram(ctx, id, { visits: { cooldownMinutes: null } });
  expect((await recordVisit(ctx, id)).error.details?.[0]?.field).toBe('visits.maxPerDay');
});

test('visits that were recorded while the clock was ahead do not count on the day that it is set back to', async () => {
  const id = await createProgramWithMember(ctx);
  await updateProgram(ctx, id, { visits: { maxPerDay: 2 } });
  await recordVisitAhead(id, DAY);
  await recordVisitAhead(id, HOUR);
  expect([await statusOfVisit(id), await statusOfVisit(id), await statusOfVisit(id)]).toEqual([
    201, 201, 409,
  ]);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});
