import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MAX_IN_FLIGHT, type Pace, Schedule, type Slot } from '../../src/webhooks/schedule.ts';

let deliveries = 0;
/** Starts a delivery in each slot of a turn, as the worker does. @returns what is needed to end them */
function startTurn(schedule: Schedule): { slot: Slot; delivery: string }[] {
  return [...schedule.takeTurn()].map(slot => {
    const delivery = `dlv_${++deliveries}`;
    schedule.remove(slot.queue);
    schedule.add(slot.queue);
    schedule.pass(slot.queue);
    schedule.start(slot.queue, delivery);
    schedule.release(slot.queue);
    return { slot, delivery };
  });
}

/** Starts deliveries until no slot is free. */
function fill(schedule: Schedule): ReturnType<typeof startTurn> {
  const started: ReturnType<typeof startTurn> = [];
  for (let turn = startTurn(schedule); turn.length > 0; turn = startTurn(schedule)) started.push(...turn);
  return started;
}

function finish(schedule: Schedule, { slot, delivery }: { slot: Slot; delivery: string }, pace: Pace): void {
  slot.queue.pace = pace;
  schedule.finish(slot.queue, delivery);
  schedule.add(slot.queue);
}

function addEndpoints(schedule: Schedule, businesses: number, each: number): void {
  for (let n = 0; n < each; n++)
    for (let b = 0; b < businesses; b++) schedule.add({ id: `whk_${b}_${n}`, businessId: `biz_${b}` });
}

describe('the schedule of deliveries', () => {
  test('gives one business 32 slots, 4 per endpoint', () => {
    const schedule = new Schedule();
    addEndpoints(schedule, 1, 3);
    expect(fill(schedule).length).toBe(12);
    addEndpoints(schedule, 1, 40);
    fill(schedule);
    expect(schedule.inFlight).toBe(32);
  });

  test('keeps slots free for another business, however many came before', () => {
    const schedule = new Schedule();
    for (let b = 0; b < 60; b++) {
      for (let n = 0; n < 40; n++) schedule.add({ id: `whk_${b}_${n}`, businessId: `biz_${b}` });
      expect(fill(schedule).length).toBeGreaterThan(0);
    }
    expect(schedule.inFlight).toBeLessThan(MAX_IN_FLIGHT);
  });

  test('lets businesses take turns, whatever the number of their endpoints', () => {
    const schedule = new Schedule();
    addEndpoints(schedule, 1, 50);
    schedule.add({ id: 'whk_few', businessId: 'biz_few' });
    const first = startTurn(schedule).slice(0, 2);
    expect(first.map(({ slot }) => slot.queue.businessId).sort()).toEqual(['biz_0', 'biz_few']);
  });

  test('keeps half of the slots of a business free of its slow endpoints', () => {
    const schedule = new Schedule();
    addEndpoints(schedule, 1, 40);
    for (let round = 0; round < 8; round++)
      for (const started of fill(schedule)) finish(schedule, started, 'slow');
    expect(fill(schedule).length).toBe(17);
    schedule.add({ id: 'whk_new', businessId: 'biz_0' });
    expect(fill(schedule).map(({ slot }) => slot.queue.id)).toEqual(['whk_new']);
  });

  test('an endpoint that fails quickly keeps one slot of the quick ones', () => {
    const schedule = new Schedule();
    schedule.add({ id: 'whk_1', businessId: 'biz_1' });
    for (const started of fill(schedule)) finish(schedule, started, 'failing');
    expect(fill(schedule).length).toBe(1);
  });

  test('property: limits hold, and every endpoint gets its turn', () => {
    const endpoint = fc.record({
      business: fc.nat(40),
      pace: fc.constantFrom<Pace[]>('quick', 'failing', 'slow'),
    });
    fc.assert(
      fc.property(fc.array(endpoint, { minLength: 1, maxLength: 60 }), endpoints => {
        const schedule = new Schedule();
        const paces = new Map<string, Pace>(endpoints.map(({ pace }, n) => [`whk_${n}`, pace]));
        for (const [n, { business }] of endpoints.entries())
          schedule.add({ id: `whk_${n}`, businessId: `biz_${business}` });
        const served = new Set<string>();
        const open: ReturnType<typeof startTurn> = [];
        for (let step = 0; step < endpoints.length * 8; step++) {
          open.push(...fill(schedule));
          expect(schedule.inFlight).toBeLessThan(MAX_IN_FLIGHT);
          const next = open.shift();
          if (!next) break;
          served.add(next.slot.queue.id);
          finish(schedule, next, paces.get(next.slot.queue.id) ?? 'quick');
        }
        expect(served.size).toBe(endpoints.length);
      }),
      { numRuns: 50 },
    );
  });
});
