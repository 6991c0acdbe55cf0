/**
 * `bun run check:mail [--kills 20] [--decisions 10000] [--clients 8]`: customers send proof and an owner decides, while
 * the real server is killed (SIGKILL) at random times. It sends its mails to a real mail server, which drops messages
 * whose Message-ID it has accepted before, as mailbox providers do. Each decision must arrive once; after a person
 * followed the one-click link of a mail, no later decision may cause one. Prints how many messages the mail server got
 * again. Exits with 1 if anything differs.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMailServer } from '../support/mail-server.ts';
import { createStorage, openRows } from './stored-rows.ts';
import { CAMPAIGN, Installation } from './webhooks-process.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    decisions: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '8' },
  },
});
const [kills, target, clients] = [Number(values.kills), Number(values.decisions), Number(values.clients)];
/** One of this many customers unsubscribes half-way. */
const UNSUBSCRIBES_OF = 4;
const RETRY_MS = 20;
/** On a slow machine, thousands of mails wait when the last decision is made. */
const DRAIN_LIMIT_MS = 1_800_000;
const POLL_MS = 200;

const smtp = await startMailServer();
const storage = await createStorage(mkdtempSync(join(tmpdir(), 'perkmint-mail-')));
const installation = new Installation(storage, 'mail-server-process.ts', {
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Perkmint <noreply@perks.example>',
});
let decided = 0;
let unsubscribed = 0;

/**
 * Repeats a call until the server answers. @returns undefined for a request that was stored before a kill, which is
 * refused the second time
 */
async function persist(path: string, body: object, token?: string): Promise<{ id?: string } | undefined> {
  for (;;) {
    try {
      return await installation.call('POST', path, body, token);
    } catch (error) {
      if (/DUPLICATE_SUBMISSION|ALREADY_REVIEWED/.test((error as Error).message)) return undefined;
      await Bun.sleep(RETRY_MS);
    }
  }
}

async function createCustomer(index: number): Promise<{ email: string; token: string }> {
  const email = `customer-${index}@people.example`;
  const input = { action: 'register', email, password: 'correct horse battery', name: `Customer ${index}` };
  return { email, token: (await installation.call('POST', '/auth', input, '')).accessToken };
}

interface Customer {
  email: string;
  token: string;
}

async function unsubscribe({ email }: Customer): Promise<void> {
  for (;;) {
    const mail = smtp.mails.find(({ to }) => to === email);
    const link = mail?.headers['list-unsubscribe']?.slice(1, -1);
    const path = link && new URL(link).pathname;
    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const origin = new URL(installation.url).origin;
    const response = path
      ? await fetch(origin + path, { method: 'POST', body, headers }).catch(() => undefined)
      : undefined;
    if (response?.ok) {
      unsubscribed += 1;
      return;
    }
    await Bun.sleep(POLL_MS);
  }
}

async function work(campaignId: string, index: number, customer: Customer): Promise<void> {
  const share = Math.ceil(target / clients);
  for (let n = 0; n < share; n++) {
    if (index % UNSUBSCRIBES_OF === 0 && n === Math.ceil(share / 2)) await unsubscribe(customer);
    const proofUrl = `https://www.instagram.com/p/${index}x${n}/`;
    const created = await persist('/submissions', { campaignId, proofUrl }, customer.token);
    const submissionId = created?.id ?? (await findSubmission(proofUrl));
    const action = n % 3 === 0 ? 'reject' : 'approve';
    await persist('/submissions/review', { submissionId, action });
    decided += 1;
  }
}

const rows = await (async () => {
  await installation.start();
  return openRows(storage);
})();

async function findSubmission(proofUrl: string): Promise<string> {
  const found = await rows.read('select id from submissions where proof_url = ?', proofUrl);
  if (found.length !== 1) throw new Error(`${found.length} submissions of ${proofUrl}`);
  return found[0].id;
}

async function killer(): Promise<void> {
  for (let done = 0; done < kills; done++) {
    const goal = ((done + 1) * target) / (kills + 1);
    while (decided < goal) await Bun.sleep(1);
    await Bun.sleep(Math.random() * RETRY_MS);
    await installation.kill();
    await installation.start();
  }
}

const startedAt = performance.now();
await installation.register();
const offer = { ...CAMPAIGN, launch: true, limits: { perUser: target }, budget: { total: target * 10 } };
const { id: campaignId } = await installation.call('POST', '/campaigns', offer);
const customers: Customer[] = [];
for (let index = 0; index < clients; index++) customers.push(await createCustomer(index));
await Promise.all([killer(), ...customers.map((customer, index) => work(campaignId, index, customer))]);
const open = () => rows.readNumber("select count(*) from mail_outbox where state in ('waiting', 'sending')");
const behind = () =>
  rows.readNumber(`select count(*) from businesses b where b.event_sequence >
    coalesce((select c.event_sequence from mail_cursors c where c.business_id = b.id), 0)`);
for (let waited = 0; (await open()) + (await behind()) > 0 && waited < DRAIN_LIMIT_MS; waited += POLL_MS)
  await Bun.sleep(POLL_MS);
const seconds = Math.round((performance.now() - startedAt) / 1000);

/**
 * Decisions about people who never unsubscribed, and that have no sent mail. Those about the others have one unless the
 * person unsubscribed before it was sent.
 */
const WITHOUT_MAIL = `select count(*) from events e join submissions s on s.id = e.resource_id
  where e.type in ('submission.approved', 'submission.rejected')
    and not exists (select 1 from mail_preferences p where p.user_id = s.user_id and p.is_enabled = 0)
    and not exists (select 1 from mail_outbox m where m.user_id = s.user_id and m.kind = 'submission.decided'
      and m.occasion = e.id and m.state = 'sent')`;
const events = await rows.readNumber(
  "select count(*) from events where type in ('submission.approved', 'submission.rejected')",
);
const withoutMail = await rows.readNumber(WITHOUT_MAIL);
const sent = await rows.read("select id, occasion, kind from mail_outbox where state = 'sent'");
const skipped = await rows.readNumber("select count(*) from mail_outbox where state = 'skipped'");
const stillOpen = await open();
const unwanted = await rows.readNumber(`select count(*) from mail_outbox m join mail_preferences p
  on p.user_id = m.user_id and p.kind = m.kind and p.is_enabled = 0
  where m.kind = 'submission.decided' and m.state = 'sent' and m.created_at > p.decided_at`);
const received = new Set(smtp.mails.map(({ messageId }) => messageId));
const decisions = sent.filter(({ kind }) => kind === 'submission.decided');
const missing = sent.filter(({ id }) => !received.has(`<${id}@perks.example>`)).length;
const stored = new Set(
  (await rows.read('select id from mail_outbox')).map(({ id }) => `<${id}@perks.example>`),
);
const unknown = [...received].filter(messageId => !stored.has(messageId)).length;
// Accepted before a kill; when it was to be repeated, the person had unsubscribed.
const notRepeated = received.size - unknown - sent.length + missing;
const twice = decisions.length - new Set(decisions.map(({ occasion }) => occasion)).size;
const problems = { missing, unknown, twice, unwanted, stillOpen, withoutMail };
process.stdout.write(
  `${events} decisions, ${kills} kills, ${unsubscribed} people unsubscribed, ${seconds} s
${sent.length} mails sent (${decisions.length} of decisions), ${skipped} held back because the person had unsubscribed meanwhile
${received.size} arrived, ${notRepeated} of them recorded as held back; the mail server got ${smtp.repeated} of them again with the same Message-ID
${Object.entries(problems)
  .map(([name, count]) => `${name} ${count}`)
  .join(', ')}
`,
);
await rows.close();
await installation.close();
await smtp.close();
const isFine = Object.values(problems).every(count => count === 0) && decided >= target;
process.exit(isFine ? 0 : 1);
