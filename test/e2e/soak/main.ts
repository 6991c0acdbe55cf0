/**
 * `bun run check:soak [--minutes 120] [--rate 40] [--seed n]`: the real server under steady traffic, to find what it keeps: all
 * kinds of requests to all operations and MCP tools, pages, streams that break off, aborted requests, webhooks and mails, by
 * people who are new every minute. Exits with 1 if memory, open files, threads or temporary files grow, a response has a status
 * of 500 or more, or the server does not stop when it is asked to. Needs Linux.
 */
import { parseArgs } from 'node:util';
import type { OpenApiDocument } from '../../../src/describe/openapi/document.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src/platform/clock.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { PROGRAM } from '../../support/program.ts';
import { createNumbers } from '../../support/random.ts';
import type { Draft } from '../fuzz/drafts.ts';
import type { WireRequest } from '../fuzz/process.ts';
import { RecordPool } from '../fuzz/record-pool.ts';
import type { Vocabulary } from '../fuzz/values.ts';
import { compareQuarters, findLeaks } from './leaks.ts';
import { SoakServer, type Usage } from './server.ts';
import { draftAll, LAST, listStreams, type People, registerPeople, Walk } from './traffic.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, rate, seed] = [Number(values.minutes), Number(values.rate), Number(values.seed)];
const ROUND_MS = MINUTE_MS;
const SAMPLE_MS = 5 * SECOND_MS;
/** More wait for their turn, so that a slow machine sends less. */
const MAX_IN_FLIGHT = 16;
/** One of this many requests is for a page, and one is given up before its response. */
const PAGE_EVERY = 8;
const ABORT_EVERY = 50;
const STREAMS_EACH = 3;
/** The status of requests to a provider that is not set up, and of those that are refused for a while. */
const REFUSALS = [501, 503];
const LEAST_STATUS = 500;
const SHOWN = 10;

const random = createNumbers(seed);
const statuses: Record<string, number> = {};
const failures: string[] = [];
const counts = { requests: 0, pages: 0, streams: 0, aborted: 0, webhooks: 0 };

const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  // One in four fails and is repeated.
  fetch: () => new Response('ok', { status: ++counts.webhooks % 4 === 0 ? 503 : 200 }),
});
const mails = await startMailServer();
const server = new SoakServer(PROGRAM, { SMTP_URL: mails.url, MAIL_FROM: 'Perkmint <noreply@soak.example>' });
await server.waitUntilUp();
const document = (await (await fetch(`${server.url}/api/v1/docs`)).json()) as OpenApiDocument;
const words: Vocabulary = { document, live: new Map(), known: new Map() };
const [last, drafts] = [true, false].map(isLast =>
  draftAll(words, seed).filter(({ operation }) => LAST.includes(operation) === isLast),
) as [Draft[], Draft[]];
const streams = listStreams(words);
const walk = new Walk(random);

function note(what: string, status: number, text: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status >= LEAST_STATUS && !REFUSALS.includes(status))
    failures.push(`${what}: ${status} ${text.slice(0, 200)}`);
}

/** Sends a request, or begins to. */
async function send(what: string, { path, ...request }: WireRequest): Promise<string> {
  counts.requests += 1;
  const isAborted = counts.requests % ABORT_EVERY === 0;
  if (isAborted) counts.aborted += 1;
  const controller = new AbortController();
  if (isAborted) setTimeout(() => controller.abort(), random() * 20);
  try {
    const response = await fetch(server.url + path, {
      ...request,
      redirect: 'manual',
      signal: isAborted ? controller.signal : AbortSignal.timeout(MINUTE_MS),
    });
    const text = await response.text();
    note(what, response.status, text);
    return text;
  } catch (error) {
    if (!isAborted) failures.push(`${what}: ${error}`);
    return '';
  }
}

async function visitPage({ cookies }: People): Promise<void> {
  counts.pages += 1;
  const path = walk.choose();
  const cookie = [...cookies, ''][counts.pages % (cookies.length + 1)] as string;
  const headers: Record<string, string> = cookie ? { cookie } : {};
  walk.learn(await send(path, { method: 'GET', path, headers }));
}

async function sendDraft({ operation, caller, pick, build }: Draft, people: People, pool: RecordPool) {
  const request = pool.renamed(
    build((call, name) => pool.idFor(call, name, pick)),
    pick,
  );
  const text = await send(operation, {
    ...request,
    headers: { ...people.headers[caller], ...request.headers },
  });
  pool.learn(request, text);
}

/** Opens streams, which the function that it returns breaks off. */
function openStreams({ headers }: People): () => void {
  const controller = new AbortController();
  for (const path of Array.from({ length: STREAMS_EACH }, () => streams).flat()) {
    counts.streams += 1;
    void fetch(server.url + path, { headers: headers.owner, signal: controller.signal })
      .then(async response => {
        if (!response.ok) failures.push(`${path}: ${response.status}`);
        for await (const _ of response.body ?? []);
      })
      .catch(() => {});
  }
  return () => controller.abort();
}

let position = 0;
/** Sends requests of new people for a minute at the rate. */
async function playRound(round: number): Promise<void> {
  const people = await registerPeople(server.url, round, `http://127.0.0.1:${receiver.port}/`);
  const pool = new RecordPool(people.records);
  const breakOff = openStreams(people);
  const startMs = performance.now();
  const running = new Set<Promise<void>>();
  for (let sent = 0; performance.now() - startMs < ROUND_MS; sent += 1) {
    await Bun.sleep(Math.max(0, startMs + (sent * SECOND_MS) / rate - performance.now()));
    if (running.size >= MAX_IN_FLIGHT) await Promise.race(running);
    const turn =
      sent % PAGE_EVERY === 0
        ? visitPage(people)
        : sendDraft(drafts[position++ % drafts.length] as Draft, people, pool);
    running.add(turn);
    void turn.finally(() => running.delete(turn));
  }
  await Promise.all(running);
  for (const draft of last) await sendDraft(draft, people, pool);
  breakOff();
}

const usages: Usage[] = [];
const startMs = performance.now();
const sampling = setInterval(() => {
  void server
    .readUsage((performance.now() - startMs) / MINUTE_MS)
    .then(usage => usages.push(usage))
    .catch(error => failures.push(String(error)));
}, SAMPLE_MS);
for (let round = 0; round < minutes && !server.hasEnded; round += 1) {
  await playRound(round);
  const { memoryBytes, heapBytes, openFiles, threads, files } = usages.at(-1) as Usage;
  const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
  console.log(
    `minute ${round + 1}: memory ${mib(memoryBytes)}, heap ${mib(heapBytes)}, ${openFiles} open files, ` +
      `${threads} threads, ${files} files, ${counts.requests} requests`,
  );
}
clearInterval(sampling);
const databaseMb = server.databaseBytes / 1_000_000;
const exitCode = await server.remove();
if (exitCode !== 0) failures.push(`The server ended with ${exitCode}`);
await receiver.stop(true);
await mails.close();

const leaks = findLeaks(usages);
for (const [name, [early, late]] of Object.entries(compareQuarters(usages)))
  console.log(`${name}: ${early} in the second quarter, ${late} in the last one`);
console.log(
  `${minutes} minutes: ${counts.requests} requests (${counts.pages} of ${walk.pages.length} pages, ${counts.aborted} aborted), ` +
    `${counts.streams} streams, ${counts.webhooks} webhooks, ${mails.mails.length} mails, a database of ${databaseMb.toFixed(0)} MB; ` +
    `statuses ${JSON.stringify(statuses)}`,
);
for (const problem of [...leaks, ...failures.slice(0, SHOWN)]) console.error(problem);
console.log(`${leaks.length} leaks, ${failures.length} failures`);
process.exit(leaks.length + failures.length === 0 ? 0 : 1);
