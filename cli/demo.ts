import {
  BUSINESS,
  CUSTOMERS,
  createDemo,
  DAYS,
  type DemoActor,
  type DemoHost,
  OWNER,
  TEAM,
} from '../seed/demo.ts';
import { loadReference } from '../seed/load.ts';
import * as users from '../src/auth/service/users.ts';
import * as businesses from '../src/businesses/service.ts';
import { type Actor, CLI, type Ctx } from '../src/context.ts';
import { AppError } from '../src/errors.ts';
import { createPlace } from '../src/places/service/places.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/platform/clock.ts';
import { randomText, systemRandom } from '../src/platform/crypto.ts';
import { upsertReference } from '../src/reference/service/seed.ts';
import { API_PREFIX } from '../src/routes/api.ts';
import type { CommandContext } from './command-context.ts';

/** The branches of the demo business. */
const PLACES = ['Main street', 'Station'];

const SELF = '127.0.0.1';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 16;

export interface Demo {
  businessId: string;
  /** Accounts with passwords that are generated for this installation and shown once. */
  owner: { email: string; password: string };
  customers: { email: string; password: string };
}

/**
 * Seeds a demo shop with six weeks of data, ending now. Every record is created by an API call with a simulated clock,
 * so that totals agree and charts have data.
 * @returns undefined if the demo shop already exists
 */
export async function seedDemoData(context: CommandContext): Promise<Demo | undefined> {
  const nowMs = context.clock.now();
  let at = nowMs - DAYS * DAY_MS;
  const clock = { now: () => at };
  const app = await context.open({
    config: { ...context.config(), rateLimit: 'off' },
    overrides: { clock },
  });
  const ctx = app.as(CLI, context.auditedAction());
  const { data, hash } = loadReference();
  await upsertReference(ctx, data, hash);
  const people = await createPeople(ctx);
  if (!people) return undefined;
  const { actors, ids, ...demo } = people;
  const call: DemoHost['call'] = async (who, method, path, body) => {
    // No two events have the same time.
    at += MINUTE_MS;
    const headers = { 'content-type': 'application/json' };
    const request = new Request(`http://localhost${API_PREFIX}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const answer = await app.handler.fetch(request, SELF, actors[who]);
    const { data, error } = (await answer.json()) as { data?: unknown; error?: { message: string } };
    if (!answer.ok) throw new Error(`${method} ${path} of ${who}: ${error?.message}`);
    return data;
  };
  await context.withProgress('Six weeks:', progress =>
    createDemo({
      call,
      ids,
      moveTo: (day, hour) => {
        at = Math.min(nowMs, Math.max(at, nowMs - (DAYS - day) * DAY_MS + hour * HOUR_MS));
      },
      onDay: progress.at,
    }),
  );
  return demo;
}

interface People extends Demo {
  actors: Record<DemoActor, Actor>;
  ids: DemoHost['ids'];
}

async function createPeople(ctx: Ctx): Promise<People | undefined> {
  const [owner, customers] = [newPassword(), newPassword()];
  const ids = {} as DemoHost['ids'];
  const actors = { bank: CLI } as Record<DemoActor, Actor>;
  for (const name of CUSTOMERS) {
    const email = `${name}@demo.example`;
    const display = name.charAt(0).toUpperCase() + name.slice(1);
    const input = { name: display, email, role: 'customer' as const, password: customers };
    const id = await createOnce(ctx, input);
    if (id === undefined) return undefined;
    ids[name] = id;
    actors[name] = toActor(id, null);
  }
  const { id: businessId } = await businesses.create(ctx, BUSINESS);
  const person = { role: 'business' as const, businessId, password: owner };
  actors.owner = toActor((await users.create(ctx, { ...OWNER, ...person })).id, businessId);
  for (const member of TEAM) await users.create(ctx, { ...member, ...person });
  for (const name of PLACES) await createPlace(ctx.as(actors.owner), { name });
  const who = `${CUSTOMERS[0]}@demo.example and so on`;
  return {
    businessId,
    owner: { email: OWNER.email, password: owner },
    customers: { email: who, password: customers },
    actors,
    ids,
  };
}

/** Returns undefined if the email address is taken, which means that the demo data already exists. */
async function createOnce(ctx: Ctx, input: users.UserInput): Promise<string | undefined> {
  try {
    return (await users.create(ctx, input)).id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'EMAIL_TAKEN') return undefined;
    throw error;
  }
}

function toActor(id: string, businessId: string | null): Actor {
  const role = businessId ? 'business' : 'customer';
  return { kind: 'user', id, role, businessId, position: businessId ? 'owner' : null, sessionId: 'demo' };
}

function newPassword(): string {
  return randomText(systemRandom, LETTERS, PASSWORD_LENGTH);
}
