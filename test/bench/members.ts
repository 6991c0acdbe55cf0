import { sql } from 'drizzle-orm';
import { memberTerms } from '../../db/schema/member-terms.ts';
import { members, programs } from '../../db/schema/programs.ts';
import * as statements from '../../db/statements.ts';
import type { App } from '../../src/app.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { listSearchTerms } from '../../src/platform/search-terms.ts';
import { createBusiness } from '../support/accounts.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, START_TIME, type TestApp } from '../support/test-app.ts';
import { print } from './harness.ts';
import { sized } from './smoke.ts';

/** BENCH_MAX replaces the largest size, whose members take ten minutes to fill. */
const LARGEST = Number(process.env.BENCH_MAX ?? 1_000_000);
const SIZES = [...new Set([10_000, 100_000, LARGEST].map(size => sized(size)))];
const BATCH = 5_000;
const WARMUPS = sized(30, 0);
const SEARCHES = sized(300, 1);
const GOAL_MS = 16;
const GOAL_AT = sized(100_000);
const GOAL_FLAT = 1.5;
const PROGRAM = 'prg_0000000000000000000000benc';
const CONSONANTS = [
  'b',
  'c',
  'd',
  'f',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'w',
  'sch',
  'st',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ei', 'au'];
const FIRST_NAMES = listNames(2_000, 2);
const LAST_NAMES = listNames(60_000, 3);

const insertMembers = statements.insertMany(members);
const insertTerms = statements.insertMany(memberTerms);
const insertProgram = statements.insert(programs);

/** Returns the text of a search for the member with this number. */
type Kind = (index: number) => string;

const KINDS: Record<string, Kind> = {
  'no search': () => '',
  'two letters': index => firstName(index).slice(0, 2),
  'first name': firstName,
  'beginning of the last name': index => lastName(index).slice(0, 5),
  'first and last name': index => `${firstName(index)} ${lastName(index).slice(0, 4)}`,
  'two letters of both names': index => `${firstName(index).slice(0, 2)} ${lastName(index).slice(0, 2)}`,
  'phone number': phone,
  'last four digits': index => phone(index).slice(-4),
  email,
  'member ID': memberId,
  'name with a typing error': index => misspell(lastName(index)),
  'both names, one with a typing error': index => `${firstName(index)} ${misspell(lastName(index))}`,
  'no such name': index => `${lastName(index).slice(0, 3)}qqx`,
};

/** Searches among 10,000, 100,000 and 1,000,000 members of one program and of its business, through the API. */
export async function membersOfBusiness(): Promise<void> {
  const results = new Map<string, Times[]>();
  for (const size of SIZES) {
    const app = await createTestApp({ ACCESS_TOKEN_TTL: '86400' });
    const { businessId, token } = await createBusiness(app, 'Blue Cup');
    const startedAt = performance.now();
    await fill(app.app, businessId, size);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    process.stdout.write(`  ${size.toLocaleString('en')} members filled in ${seconds} s\n`);
    for (const path of [`/programs/${PROGRAM}/members`, '/members']) {
      for (const [kind, typed] of Object.entries(KINDS)) {
        const name = `${path === '/members' ? 'business' : 'program'}: ${kind}`;
        const times = await measure(
          app,
          token,
          index => `${path}?q=${encodeURIComponent(typed(index % size))}`,
        );
        results.set(name, [...(results.get(name) ?? []), times]);
      }
    }
    await app.close();
  }
  report(results);
}

interface Times {
  /** Milliseconds until the response. */
  p95: number;
  /** Milliseconds of this process, which other processes of the machine disturb least. */
  medianCpu: number;
}

/** Measures requests one after another. */
async function measure(app: TestApp, token: string, path: (index: number) => string): Promise<Times> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let n = -WARMUPS; n < SEARCHES; n++) {
    const request = new Request(`http://localhost/api/v1${path(7_919 * (n + WARMUPS))}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const response = await app.send(request);
    await response.text();
    const time = performance.now() - startedAt;
    const cpu = process.cpuUsage(cpuBefore);
    if (response.status !== 200) throw new Error(`${request.url}: ${response.status}`);
    if (n < 0) continue;
    times.push(time);
    cpuTimes.push((cpu.user + cpu.system) / 1000);
  }
  return { p95: pickShare(times, 0.95), medianCpu: pickShare(cpuTimes, 0.5) };
}

function pickShare(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] as number;
}

function report(results: Map<string, Times[]>): void {
  const rows = [...results].map(([name, times]) => {
    const [small, large] = [times[0] as Times, times.at(-1) as Times];
    return [
      name,
      ...times.map(({ p95, medianCpu }) => `${p95.toFixed(1)} (${medianCpu.toFixed(1)})`),
      (large.medianCpu / small.medianCpu).toFixed(2),
    ];
  });
  const sizes = SIZES.map(size => size.toLocaleString('en'));
  const engine = isOnPostgres ? 'PostgreSQL' : 'SQLite';
  print(`Search of members on ${engine}: p95 (median CPU) in ms`, ['', ...sizes, 'CPU ratio'], rows);
  const all = [...results.values()];
  const atGoal = Math.max(...all.map(times => times[SIZES.indexOf(GOAL_AT)]?.p95 ?? 0));
  const flat = rows.filter(row => Number(row.at(-1)) <= GOAL_FLAT).length;
  process.stdout.write(
    `  slowest p95 at ${GOAL_AT.toLocaleString('en')}: ${atGoal.toFixed(1)} ms (goal ${GOAL_MS}); CPU of ` +
      `${flat} of ${rows.length} kinds within ${GOAL_FLAT} times from the smallest to the largest\n`,
  );
}

async function fill({ services: { database } }: App, businessId: string, count: number): Promise<void> {
  const at = new Date(START_TIME).toISOString();
  await database.transaction(tx =>
    insertProgram(tx, {
      id: PROGRAM,
      businessId,
      name: 'Regulars',
      status: 'active',
      rewards: {},
      memberCount: count,
      activeMemberCount: count,
      createdAt: at,
      updatedAt: at,
    }),
  );
  // Filling an index row by row takes several times as long as creating it.
  await database.transaction(async tx => {
    for (const scope of ['program', 'business']) await tx.run(sql.raw(`drop index member_terms_by_${scope}`));
  });
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) =>
      toMember(businessId, from + offset),
    );
    const terms = rows.flatMap(row =>
      listSearchTerms(row).map(term => ({ memberKey: row.id, term, programId: PROGRAM, businessId })),
    );
    await database.transaction(async tx => {
      await insertMembers(tx, rows);
      await insertTerms(tx, terms);
    });
  }
  await database.transaction(async tx => {
    for (const scope of ['program', 'business'])
      await tx.run(
        sql.raw(`create index member_terms_by_${scope} on member_terms (${scope}_id, term, member_key)`),
      );
  });
}

function toMember(businessId: string, index: number) {
  const visit = (index * 7_919) % 500_000;
  return {
    id: `mem_${String(index).padStart(26, '0')}`,
    programId: PROGRAM,
    businessId,
    memberId: memberId(index),
    metadata: {},
    name: `${firstName(index)} ${lastName(index)}`,
    email: email(index),
    phone: phone(index),
    status: 'active' as const,
    joinedAt: new Date(START_TIME - index * 1_000).toISOString(),
    lastActivityAt: index % 3 === 0 ? null : new Date(START_TIME - visit * MINUTE_MS).toISOString(),
  };
}

/** Common names are chosen much more often than rare ones. */
function pick(names: string[], index: number, seed: number): string {
  const random = ((index * seed) % 1_000_003) / 1_000_003;
  return names[Math.floor(random ** 3 * names.length)] as string;
}

function firstName(index: number): string {
  return pick(FIRST_NAMES, index, 48_271);
}

function lastName(index: number): string {
  return pick(LAST_NAMES, index, 69_621);
}

function phone(index: number): string {
  return `+491${String(510_000_000 + ((index * 7_919) % 9_999_991)).padStart(9, '0')}`;
}

function email(index: number): string {
  return `${firstName(index)}.${lastName(index)}${index}@people.example`;
}

function memberId(index: number): string {
  return `card-${(index * 7_919) % 9_999_991}`;
}

/** Swaps two letters in the middle. */
function misspell(name: string): string {
  const at = Math.floor(name.length / 2);
  return name.slice(0, at - 1) + name[at] + name[at - 1] + name.slice(at + 1);
}

/** Lists different names of syllables. */
function listNames(count: number, syllables: number): string[] {
  const all = CONSONANTS.length * VOWELS.length;
  return Array.from({ length: count }, (_, index) => {
    let rest = (index * 2_654_435_761) % all ** syllables;
    let name = '';
    for (let n = 0; n < syllables; n++) {
      const syllable = rest % all;
      rest = Math.floor(rest / all);
      name +=
        (CONSONANTS[syllable % CONSONANTS.length] as string) +
        VOWELS[Math.floor(syllable / CONSONANTS.length)];
    }
    return name;
  });
}
