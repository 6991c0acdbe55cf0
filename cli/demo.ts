import { BUSINESS, createDemo, DAYS, OWNER, PIN, PLACES, TEAM } from '../seed/demo.ts';
import { CUSTOMERS, type DemoActor, type DemoHost, type DemoRecord } from '../seed/demo-host.ts';
import { changeOwnPin } from '../src/auth/service/pins.ts';
import * as users from '../src/auth/service/users.ts';
import * as businesses from '../src/businesses/service.ts';
import { type Actor, ANONYMOUS, CLI, type Ctx, NO_SESSION } from '../src/context.ts';
import { AppError } from '../src/errors.ts';
import { remindOfExpiring } from '../src/mailings/service/expiring.ts';
import { writeWeekly } from '../src/mailings/service/weekly.ts';
import { addDevice, findDeviceByCookie, touchDevice } from '../src/places/service/devices.ts';
import { createPlace } from '../src/places/service/places.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/platform/clock.ts';
import { randomText, systemRandom } from '../src/platform/crypto.ts';
import { createMail } from '../src/platform/mail.ts';
import { upsertReference } from '../src/reference/service/seed.ts';
import { API_PREFIX } from '../src/routes/api.ts';
import type { CommandContext } from './command-context.ts';

const SELF = '127.0.0.1';
/** The user agent of the shared devices. */
const DEMO_TABLET =
  'Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 16;

interface Demo {
  businessId: string;
  /** Accounts with passwords that are generated for this installation and shown once. */
  owner: { email: string; password: string };
  customers: { email: string; password: string };
  /** The PIN of the owner and the team on shared devices. */
  pin: string;
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
    // Nothing is sent to the people of the demo; the pages show what would have been.
    overrides: { clock, mail: createMail('', '') },
  });
  const ctx = app.as(CLI, context.auditedAction());
  const { data, hash } = ctx.library;
  await upsertReference(ctx, data, hash);
  const people = await createPeople(ctx);
  if (!people) return undefined;
  const { actors, ids, deviceTokens, ...demo } = people;
  const call: DemoHost['call'] = async (who, method, path, body, headers) => {
    // No two events have the same time.
    at += MINUTE_MS;
    const isForm = body instanceof FormData;
    const request = new Request(`http://localhost${API_PREFIX}${path}`, {
      method,
      headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
      body: isForm ? body : JSON.stringify(body),
    });
    const answer = await app.handler.fetch(request, SELF, who === 'agent' ? undefined : actors[who]);
    const { data, error } = (await answer.json()) as { data: DemoRecord; error?: Failure };
    if (!answer.ok && error?.code !== 'APPROVAL_REQUIRED')
      throw new Error(`${method} ${path} of ${who}: ${error?.message}`);
    return data;
  };
  const timeOf = (day: number, hour: number) => nowMs - (DAYS - day) * DAY_MS + hour * HOUR_MS;
  await context.withProgress('Six weeks:', progress =>
    createDemo({
      call,
      ids,
      shopSecret: newPassword(),
      timeOf,
      moveTo: (day, hour) => {
        at = Math.min(nowMs, Math.max(at, timeOf(day, hour)));
      },
      onDay: async (day, days) => {
        await app.mailWorker.drain();
        await remindOfExpiring(ctx);
        await writeWeekly(ctx);
        progress.at(day, days);
      },
    }),
  );
  for (const token of deviceTokens) {
    const device = await findDeviceByCookie(ctx, token);
    if (device) await touchDevice(ctx, device);
  }
  return demo;
}

type Failure = { code: string; message: string };
/** The callers that send no credential. */
type Actors = Record<Exclude<DemoActor, 'agent'>, Actor>;

interface People extends Demo {
  actors: Actors;
  ids: DemoHost['ids'];
  /** Cookies of the shared devices. */
  deviceTokens: string[];
}

async function createPeople(ctx: Ctx): Promise<People | undefined> {
  const [owner, customers] = [newPassword(), newPassword()];
  const ids = {} as DemoHost['ids'];
  const actors = { bank: CLI, shopSystem: ANONYMOUS } as Actors;
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
  const [manager, barista] = await createTeam(ctx, person);
  const [mainStreet, station] = await createDevices(ctx.as(actors.owner));
  const managerActor = toActor(manager.id, businessId, manager.position);
  const baristaActor = toActor(barista.id, businessId, barista.position);
  actors.manager = { ...managerActor, device: station.device };
  actors.barista = { ...baristaActor, device: mainStreet.device, isAtCounter: true };
  actors.baristaAtStation = { ...baristaActor, device: station.device, isAtCounter: true };
  for (const actor of [actors.owner, managerActor, baristaActor])
    await changeOwnPin(ctx.as(actor), { pin: PIN });
  const who = `${CUSTOMERS[0]}@demo.example and so on`;
  return {
    businessId,
    owner: { email: OWNER.email, password: owner },
    customers: { email: who, password: customers },
    pin: PIN,
    actors,
    ids,
    deviceTokens: [mainStreet.token, station.token],
  };
}

type TeamUser = { id: string; position: (typeof TEAM)[number]['position'] };

/** Creates the manager and the barista. */
async function createTeam(ctx: Ctx, person: Pick<users.UserInput, 'role' | 'businessId' | 'password'>) {
  const team: TeamUser[] = [];
  for (const member of TEAM)
    team.push({ id: (await users.create(ctx, { ...member, ...person })).id, position: member.position });
  return team as [TeamUser, TeamUser];
}

type SharedDevice = { token: string; device: { id: string; placeId: string } };

/** Creates the places, each with a shared device. */
async function createDevices(ctx: Ctx) {
  const devices: SharedDevice[] = [];
  for (const place of PLACES) {
    const { id: placeId } = await createPlace(ctx, { name: place.name });
    const { device, token } = await addDevice(ctx, { name: place.device, placeId }, DEMO_TABLET);
    devices.push({ token, device: { id: device.id, placeId } });
  }
  return devices as [SharedDevice, SharedDevice];
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

type UserActor = Extract<Actor, { kind: 'user' }>;

function toActor(
  id: string,
  businessId: string | null,
  position: UserActor['position'] = businessId ? 'owner' : null,
): UserActor {
  const role = businessId ? 'business' : 'customer';
  return { kind: 'user', id, role, businessId, position, sessionId: NO_SESSION };
}

function newPassword(): string {
  return randomText(systemRandom, LETTERS, PASSWORD_LENGTH);
}
