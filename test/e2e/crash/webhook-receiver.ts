import { post } from '../calls.ts';
import { openRows, type Storage, type StoredRows } from '../stored-rows.ts';
import { WebhookJournal } from './webhook-journal.ts';

/** One of this many first attempts fails, so that retries are also interrupted. */
const FIRST_ATTEMPT_FAILS_OF = 20;
const DRAIN_LIMIT_MS = 900_000;
const POLL_MS = 500;

/** The endpoint of several businesses. */
export class WebhookReceiver extends WebhookJournal {
  readonly #server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => this.#answer(request) });

  /** Creates the endpoint of a business for all of its events. */
  async register(
    url: string,
    storage: Storage,
    { ownerToken, businessId }: { ownerToken: string; businessId: string },
  ): Promise<void> {
    const endpoint = `http://127.0.0.1:${this.#server.port}/${businessId}`;
    const { secret } = await post(url, '/webhooks', { url: endpoint }, ownerToken);
    const rows = openRows(storage);
    await this.expect(rows, businessId, secret);
    await rows.close();
  }

  /** Waits until everything is delivered, up to a limit. @returns a problem if deliveries are pending */
  async drain({ readNumber }: StoredRows): Promise<string[]> {
    const countPending = () => readNumber(`select count(*) from deliveries where status = 'pending'`);
    for (const since = Date.now(); Date.now() - since < DRAIN_LIMIT_MS; await Bun.sleep(POLL_MS))
      if ((await countPending()) === 0) return [];
    return [`${await countPending()} deliveries are still pending`];
  }

  async close(): Promise<void> {
    await this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const { isNew, attempts } = this.receive(pathname, request.headers, await request.text());
    const isFlaky = isNew && attempts % FIRST_ATTEMPT_FAILS_OF === 0;
    return new Response(isFlaky ? 'later' : 'ok', { status: isFlaky ? 503 : 200 });
  }
}
