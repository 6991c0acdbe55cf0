import { afterEach, expect, test } from 'bun:test';
import { DAY, enrollMember, type Json, runJobByName, type Scene, scene } from '../programs/fixture.ts';
import { createKnownPerson, createPerson, findPlantedRows, REFERENCE } from './fixture.ts';

let ctx: Scene;
afterEach(() => ctx.close());

/** Returns the reference and name of the members of a program. */
async function listMembers(program: string): Promise<[string, string | null][]> {
  const { data } = await ctx.call('GET', `/programs/${program}/members`, undefined, {
    as: ctx.business.token,
  });
  return data.items.map(({ memberId, name }: Json) => [memberId, name]);
}

test('members who were active in no program of the business for half a year are erased, others are not', async () => {
  ctx = await scene({ INACTIVE_MEMBER_DAYS: '180' });
  const program = await createKnownPerson(ctx);
  await enrollMember(ctx, program, 'loyal', { name: 'Lou' });
  ctx.clock.advance(179 * DAY);
  expect(await runJobByName(ctx, 'eraseInactiveMembers')).toBe(0);
  const visit = { memberId: 'loyal' };
  await ctx.call('POST', `/programs/${program}/visits`, visit, { as: ctx.business.token });
  ctx.clock.advance(2 * DAY);
  expect(await runJobByName(ctx, 'eraseInactiveMembers')).toBe(1);
  expect(await findPlantedRows(ctx)).toEqual([]);
  const left = await listMembers(program);
  expect(left).toContainEqual(['loyal', 'Lou']);
  expect(left.map(([reference]) => reference)).not.toContain(REFERENCE);
  expect(await runJobByName(ctx, 'eraseInactiveMembers')).toBe(0);
});

test('members and proof are kept by default', async () => {
  ctx = await scene();
  const program = await createKnownPerson(ctx);
  ctx.clock.advance(350 * DAY);
  expect(await runJobByName(ctx, 'eraseInactiveMembers')).toBe(0);
  expect(await runJobByName(ctx, 'purgeOldProof')).toBe(0);
  expect(await listMembers(program)).toEqual([[REFERENCE, 'W. Plantedname']]);
});

test('uploaded proof is deleted some days after its review', async () => {
  ctx = await scene({ PROOF_RETENTION_DAYS: '30' });
  const { upload, token } = await createPerson(ctx);
  const read = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await ctx.send(new Request(`http://localhost/api/v1/uploads/${upload}`, { headers }))).status;
  };
  ctx.clock.advance(29 * DAY);
  expect(await runJobByName(ctx, 'purgeOldProof')).toBe(0);
  expect(await read()).toBe(200);
  ctx.clock.advance(2 * DAY);
  expect(await runJobByName(ctx, 'purgeOldProof')).toBe(1);
  expect(await read()).toBe(404);
});
