/**
 * The service worker: the customer's main pages and what a customer has opened once open again without a connection. It is
 * a classic script and imports nothing. src/pages/worker.ts puts BUILD in front of it and says how it is served.
 *
 * It keeps the files of the customer pages, the document, and the last answers about the customer's own records, some of
 * which data/preload.ts asks for. Those answers are of one customer: they are deleted at each login and logout, and when the session turns out
 * to be another user's. Nothing of businesses, staff and admins is kept.
 */

/** The parts of this build. */
interface Build {
  /** Changes with every file. */
  version: string;
  /** A document of the customer pages, which opens any of them. */
  document: string;
  /** The files of the customer pages, by path. */
  files: string[];
  /** The texts of these pages, by language. */
  catalogs: Record<string, string[]>;
}

declare const BUILD: Build;

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends WaitingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Worker {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const worker = globalThis as unknown as Worker;

const APP_PREFIX = 'perkmint-app-';
const APP = APP_PREFIX + BUILD.version;
/** Answers about one customer. data/offline.tsx deletes it, too. */
const OWN = 'perkmint-own';
const SESSION = '/session';
/** Tells the page when an answer from the cache was received, as an ISO date. */
const STORED_AT = 'X-Stored-At';
/** An unstable connection should not keep anyone waiting at a counter. */
const PATIENCE_MS = 4_000;
const MAX_ANSWERS = 80;
const MAX_AGE_MS = 30 * 86_400_000;
const UNAUTHORIZED = 401;
/** Statuses of an overloaded or restarting server, or of the proxy in front of it. */
const UNAVAILABLE = [502, 503, 504];
/** Reads of offers, of a customer's own records and the shops that these belong to, and of the account. */
const KEPT =
  /^\/api\/v1\/(?:rewards|connections|account(?:\/(?:claims|notifications|passkeys|sessions))?|(?:submissions|shops)(?:\/[^/]+)?|programs(?:\/[^/]+(?:\/progress|\/members(?:\/[^/]+(?:\/card)?)?)?)?)$/;
/** Pages of customers and visitors; those of businesses open with a connection only. */
const PAGES = /^\/(?:$|login$|my(?:\/|$)|[cs]\/|campaigns(?:\/|$))/;

const FILES = new Set([...BUILD.files, ...Object.values(BUILD.catalogs).flat()]);

/** Counts logins and logouts: an answer to an earlier question is not kept. */
let logins = 0;

worker.addEventListener('install', event => {
  event.waitUntil(install().then(() => worker.skipWaiting()));
});

/**
 * Keeps the files, and the document with the texts of its language.
 * @throws when a file is missing, or the document is of another build; the browser tries again later
 */
async function install(): Promise<void> {
  const cache = await caches.open(APP);
  const page = await fetch(BUILD.document, { cache: 'reload' });
  const text = await page.clone().text();
  const isOwn = BUILD.files.filter(file => text.includes(`"${file}"`)).length > 1;
  if (!page.ok || !isOwn) throw new Error('The document belongs to another build');
  await addMissing(cache, [...BUILD.files, ...listCatalogs(text)]);
  await cache.put(BUILD.document, page);
}

async function addMissing(cache: Cache, files: string[]): Promise<void> {
  const kept = await Promise.all(files.map(file => cache.match(file, { ignoreVary: true })));
  await cache.addAll(files.filter((_, at) => !kept[at]));
}

function readLanguage(document: string): string {
  return /<html lang="(\w+)/.exec(document)?.[1] ?? '';
}

function listCatalogs(document: string): string[] {
  return BUILD.catalogs[readLanguage(document)] ?? [];
}

function findDocument(): Promise<Response | undefined> {
  return caches.match(BUILD.document, { cacheName: APP, ignoreVary: true });
}

/** Keeps the document again if the visitor now reads another language. */
async function followLanguage(page: Response): Promise<void> {
  const language = readLanguage(await page.text());
  const kept = await findDocument();
  if (language && kept && readLanguage(await kept.text()) !== language) await install();
}

worker.addEventListener('activate', event => {
  event.waitUntil(activate());
});

/** Replaces the version before, also in the pages that are open. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  const outdated = names.filter(name => name.startsWith(APP_PREFIX) && name !== APP);
  await Promise.all(outdated.map(name => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method !== 'GET') {
    if (pathname === SESSION || pathname.startsWith(`${SESSION}/`)) event.respondWith(changeSession(request));
    return;
  }
  if (request.mode === 'navigate') {
    if (PAGES.test(pathname)) event.respondWith(openPage(event));
  } else if (FILES.has(pathname)) event.respondWith(readFile(request));
  else if (pathname === SESSION || KEPT.test(pathname)) event.respondWith(readAnswer(event));
});

/** Loads the document from the server, which always has the newest, or else the one that was kept. */
async function openPage(event: Fetching): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (UNAVAILABLE.includes(response.status)) return (await findDocument()) ?? response;
    if (response.ok) event.waitUntil(followLanguage(response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const kept = await findDocument();
    if (kept) return kept;
    throw error;
  }
}

/** The names of files contain a hash of their content. */
async function readFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: APP, ignoreVary: true })) ?? fetch(request);
}

/** Forgets the customer before a login or logout, whether or not it succeeds, and again when it is done. */
async function changeSession(request: Request): Promise<Response> {
  await forget();
  const response = await fetch(request);
  await forget();
  const isLogin = request.method === 'POST' && new URL(request.url).pathname === SESSION;
  if (isLogin && response.ok) await keep(SESSION, response.clone(), logins);
  return response;
}

/** Changes of what is kept run one after another, so that none is lost to a session that is read at the same time. */
let changes = Promise.resolve();

function change(work: () => Promise<unknown>): Promise<void> {
  changes = changes.then(work).then(
    () => {},
    () => {},
  );
  return changes;
}

function forget(): Promise<void> {
  logins += 1;
  return change(() => caches.delete(OWN));
}

/** Answers from the server and keeps the answer; without a connection, answers with the one that was kept. */
async function readAnswer(event: Fetching): Promise<Response> {
  const { request } = event;
  const asked = logins;
  const fresh = fetch(request).then(response => {
    // The answer is kept even if it comes too late for the page.
    if (response.ok) event.waitUntil(keep(request.url, response.clone(), asked));
    // The session has ended, so its data is not for the next user of the device.
    if (response.status === UNAUTHORIZED && asked === logins) event.waitUntil(forget());
    return response;
  });
  event.waitUntil(fresh.catch(() => {}));
  const kept = await findKept(request);
  if (!kept) return fresh;
  const patience = new Promise<undefined>(resolve => setTimeout(resolve, PATIENCE_MS, undefined));
  const response = await Promise.race([fresh.catch(() => undefined), patience]);
  return response && !UNAVAILABLE.includes(response.status) ? response : kept;
}

async function findKept(request: Request): Promise<Response | undefined> {
  const kept = await caches.match(request, { cacheName: OWN, ignoreVary: true });
  const storedAt = Date.parse(kept?.headers.get(STORED_AT) ?? '');
  return Date.now() - storedAt < MAX_AGE_MS ? kept : undefined;
}

/** Keeps an answer if no login or logout has followed the request; one that can't be kept is left out. */
async function keep(url: string, response: Response, asked: number): Promise<void> {
  const text = await response.text().catch(() => 'null');
  await change(async () => {
    if (asked === logins) await store(url, text, response.headers);
  });
}

/** Stores an answer for the customer who is logged in. */
async function store(url: string, text: string, original: Headers): Promise<void> {
  const { data } = JSON.parse(text) as { data: Answer | null };
  if (new URL(url, location.href).pathname === SESSION) {
    const { user, isAtCounter } = data ?? {};
    const isCustomer = user?.role === 'customer' && !isAtCounter;
    if (!isCustomer || (await readCustomer()) !== user.id) await caches.delete(OWN);
    if (!isCustomer) return;
  } else if (!(await readCustomer())) return;
  // A rotating card is valid for a minute only.
  if (data?.kind === 'rotating') return;
  const headers = new Headers(original);
  headers.set(STORED_AT, new Date(Date.now()).toISOString());
  const cache = await caches.open(OWN);
  await cache.put(url, new Response(text, { headers }));
  const answers = (await cache.keys()).filter(one => new URL(one.url).pathname !== SESSION);
  for (const oldest of answers.slice(0, -MAX_ANSWERS)) await cache.delete(oldest);
}

interface Answer {
  user?: { id: string; role: string };
  isAtCounter?: boolean;
  /** The kind of a member card. */
  kind?: string;
}

/** Returns the ID of the customer whose answers are kept. */
async function readCustomer(): Promise<string | undefined> {
  const session = await caches.match(SESSION, { cacheName: OWN, ignoreVary: true });
  const { data } = ((await session?.json()) ?? {}) as { data?: Answer };
  return data?.user?.id;
}
