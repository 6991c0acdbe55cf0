import { MAX_ATTEMPTS } from '../../../src/mailings/rules/attempts.ts';
import type { Message } from '../../../src/platform/mail.ts';
import type { OutboundRequest, OutboundResponse } from '../../../src/platform/outbound/client.ts';
import { OutboundError } from '../../../src/platform/outbound/errors.ts';
import { recordingOutbound } from '../../support/outbound.ts';
import { WebhookJournal } from '../crash/webhook-journal.ts';
import { problemsOf } from '../crash/workload.ts';
import type { StoredRows } from '../stored-rows.ts';
import type { Dice } from './dice.ts';

const FAILS = 0.15;
/** Accepted, but the sender does not learn it. */
const ACCEPTED_UNHEARD = 0.1;
const RESPONSE_MS = 20;

/** Counts the decisions about people with accounts that caused no mail. */
const DECISIONS_WITHOUT_MAIL = `
  select count(*) from events e
  join submissions s on s.id = e.resource_id join users u on u.id = s.user_id
  where e.type in ('submission.approved', 'submission.rejected')
    and not exists (select 1 from mail_outbox where kind = 'submission.decided' and occasion = e.id)`;

/** The endpoints of webhooks and the mail server that the installation sends to. */
export class Receivers {
  readonly webhooks = new WebhookJournal();
  /** The mails that were accepted, by Message-ID. */
  readonly mails = new Map<string, Set<string>>();
  readonly counts = { deliveries: 0, mails: 0, 'failed receptions': 0 };
  readonly #dice: Dice;
  /** Whether they fail. */
  isFaulty = false;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** @param step called before and after each request and mail */
  connect(step: (name: string) => void) {
    const outbound = recordingOutbound(request => {
      step('before a delivery');
      const response = this.#receive(request);
      step('after a delivery');
      return response;
    });
    const send = async (message: Message) => {
      step('before a mail');
      this.#accept(message);
      step('after a mail');
    };
    return { outbound, mail: { isConfigured: true, send } };
  }

  /** @returns a sentence for each rule that deliveries and mails violate, when nothing is to be delivered any more */
  async verify(rows: StoredRows): Promise<string[]> {
    const sent = await rows.read(`select id from mail_outbox where state = 'sent'`);
    return [
      ...(await this.webhooks.verify(rows)),
      ...problemsOf({
        'deliveries are pending': await rows.readNumber(
          `select count(*) from deliveries where status = 'pending'`,
        ),
        'mails are waiting': await rows.readNumber(
          `select count(*) from mail_outbox where state in ('waiting', 'sending')`,
        ),
        'decisions caused no mail': await rows.readNumber(DECISIONS_WITHOUT_MAIL),
        'mails were given up early': await rows.readNumber(
          `select count(*) from mail_outbox where state = 'failed' and attempts < ${MAX_ATTEMPTS}`,
        ),
        'sent mails were not received': sent.filter(({ id }) => !this.mails.has(id)).length,
        'mails were received with unequal contents': [...this.mails.values()].filter(({ size }) => size > 1)
          .length,
      }),
    ];
  }

  #happens(probability: number): boolean {
    const isHit = this.#dice.hits(probability) && this.isFaulty;
    if (isHit) this.counts['failed receptions'] += 1;
    return isHit;
  }

  #receive({ url, headers, body }: OutboundRequest): Partial<OutboundResponse> {
    this.counts.deliveries += 1;
    if (this.#happens(FAILS / 2)) throw new OutboundError('connect', 'connection refused');
    if (this.#happens(FAILS / 2)) return { status: 503, durationMs: RESPONSE_MS };
    this.webhooks.receive(new URL(url).pathname, new Headers(headers), String(body));
    if (this.#happens(ACCEPTED_UNHEARD)) throw new OutboundError('timeout', 'no response');
    return { status: 200, durationMs: RESPONSE_MS };
  }

  #accept({ id = '', to, subject, text }: Message): void {
    this.counts.mails += 1;
    if (this.#happens(FAILS)) throw Object.assign(new Error('try again later'), { responseCode: 451 });
    const content = JSON.stringify([to, subject, text]);
    this.mails.set(id, (this.mails.get(id) ?? new Set()).add(content));
    if (this.#happens(ACCEPTED_UNHEARD))
      throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
  }
}
