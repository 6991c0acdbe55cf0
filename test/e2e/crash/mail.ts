import { startMailServer } from '../../support/mail-server.ts';
import { CAMPAIGN, register } from '../calls.ts';
import type { StoredRows } from '../stored-rows.ts';
import { openInstallation } from './installation.ts';
import { createTraffic, persist } from './requests.ts';
import { problemsOf, type Workload } from './workload.ts';

/** One of this many customers unsubscribes half-way. */
const UNSUBSCRIBES_OF = 4;
/** On a slow machine, thousands of mails wait when the last decision is made. */
const DRAIN_LIMIT_MS = 1_800_000;
const POLL_MS = 200;

/**
 * Customers send proof and an owner decides. The server sends its mails to a real mail server, which drops messages whose
 * Message-ID it has accepted before, as mailbox providers do. Each decision must arrive once; after a person followed the
 * one-click link of a mail, no later decision may cause one.
 */
export const mail: Workload = {
  options: { kills: 20, decisions: 10_000, clients: 8 },
  target: 'decisions',
  isVerifiedOften: false,
  setup: async ({ kills, clients, decisions = 0 }) => {
    const smtp = await startMailServer();
    const settings = { SMTP_URL: smtp.url, MAIL_FROM: 'Perkmint <noreply@perks.example>' };
    const installation = await openInstallation(kills, settings);
    const { server } = installation;
    const { ownerToken } = await server.register();
    const offer = {
      ...CAMPAIGN,
      launch: true,
      limits: { perUser: decisions },
      budget: { total: decisions * 10 },
    };
    const { id: campaignId } = await server.call('POST', '/campaigns', offer);
    const customers: Customer[] = [];
    for (let n = 0; n < clients; n++) {
      const email = `customer-${n}@people.example`;
      const { accessToken: token } = await register(server.url, email);
      customers.push({ email, token, turn: 0, isUnsubscribed: false });
    }
    const traffic = createTraffic();
    let decided = 0;
    const persistPost = (key: string, path: string, body: object, token: string) =>
      persist(() => server.url, { key, path, body, token }, traffic);

    /** Follows the one-click link of the first mail of a customer. */
    const unsubscribe = async (customer: Customer) => {
      for (; !customer.isUnsubscribed; await Bun.sleep(POLL_MS)) {
        const link = smtp.mails.find(({ to }) => to === customer.email)?.headers['list-unsubscribe'];
        if (!link) continue;
        const response = await fetch(new URL(new URL(link.slice(1, -1)).pathname, server.url), {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        }).catch(() => undefined);
        customer.isUnsubscribed = response?.ok ?? false;
      }
    };

    let summary = '';
    return {
      installation,
      traffic,
      progress: () => decided,
      act: async client => {
        const customer = customers[client] as Customer;
        const isHalfOver = decided >= decisions / 2;
        if (client % UNSUBSCRIBES_OF === 0 && isHalfOver && customer.turn > 0) await unsubscribe(customer);
        const n = customer.turn++;
        const proofUrl = `https://www.instagram.com/p/${client}x${n}/`;
        const body = { campaignId, proofUrl };
        const created = await persistPost(`proof-${client}-${n}`, '/submissions', body, customer.token);
        if (!created) return;
        const review = { submissionId: created.data.id, action: n % 3 === 0 ? 'reject' : 'approve' };
        if (await persistPost(`review-${client}-${n}`, '/submissions/review', review, ownerToken))
          decided += 1;
      },
      verify: async stored => {
        for (const since = Date.now(); Date.now() - since < DRAIN_LIMIT_MS; await Bun.sleep(POLL_MS))
          if ((await stored.readNumber(OPEN)) + (await stored.readNumber(BEHIND)) === 0) break;
        const found = await compareMails(
          stored,
          smtp.mails.map(({ messageId }) => messageId),
        );
        const unsubscribed = customers.filter(({ isUnsubscribed }) => isUnsubscribed).length;
        summary = `${decided} decisions, ${unsubscribed} people unsubscribed; ${found.summary}
the mail server got ${smtp.repeated} messages again with the same Message-ID`;
        return problemsOf(found.counts);
      },
      summary: () => summary,
      close: () => smtp.close(),
    };
  },
};

interface Customer {
  email: string;
  token: string;
  turn: number;
  isUnsubscribed: boolean;
}

const OPEN = "select count(*) from mail_outbox where state in ('waiting', 'sending')";
/** Businesses with events that the mails have not been created for. */
const BEHIND = `select count(*) from businesses b where b.event_sequence >
  coalesce((select c.event_sequence from mail_cursors c where c.business_id = b.id), 0)`;

/** Compares the outbox with the messages that arrived. */
async function compareMails({ read, readNumber }: StoredRows, messageIds: string[]) {
  const outbox = await read('select id, occasion, kind, state from mail_outbox');
  const stored = new Set(outbox.map(({ id }) => `<${id}@perks.example>`));
  const received = new Set(messageIds);
  const sent = outbox.filter(({ state }) => state === 'sent');
  const skipped = outbox.filter(({ state }) => state === 'skipped').length;
  const decisions = sent.filter(({ kind }) => kind === 'submission.decided');
  const missing = sent.filter(({ id }) => !received.has(`<${id}@perks.example>`)).length;
  const unknown = [...received].filter(messageId => !stored.has(messageId)).length;
  // Accepted before a kill; when it was to be repeated, the person had unsubscribed.
  const notRepeated = received.size - unknown - sent.length + missing;
  const counts = {
    'sent mails are missing': missing,
    'mails that arrived are unknown': unknown,
    'decisions were sent twice': decisions.length - new Set(decisions.map(({ occasion }) => occasion)).size,
    'mails were unwanted': await readNumber(`select count(*) from mail_outbox m join mail_preferences p
      on p.user_id = m.user_id and p.kind = m.kind and p.is_enabled = 0
      where m.kind = 'submission.decided' and m.state = 'sent' and m.created_at > p.decided_at`),
    'mails are still open': await readNumber(OPEN),
    // Those about people who unsubscribed have one unless they did so before it was sent.
    'decisions about people who never unsubscribed have no sent mail':
      await readNumber(`select count(*) from events e join submissions s on s.id = e.resource_id
      where e.type in ('submission.approved', 'submission.rejected')
        and not exists (select 1 from mail_preferences p where p.user_id = s.user_id and p.is_enabled = 0)
        and not exists (select 1 from mail_outbox m where m.user_id = s.user_id and m.kind = 'submission.decided'
          and m.occasion = e.id and m.state = 'sent')`),
  };
  const summary = `${sent.length} mails sent (${decisions.length} of decisions), ${skipped} held back because the person had unsubscribed meanwhile
${received.size} arrived, ${notRepeated} of them recorded as held back`;
  return { counts, summary };
}
