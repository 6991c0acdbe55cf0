/** Connections of the load checks: they send raw bytes and read the status of each response. */

const HEAD_END = '\r\n\r\n';
const LENGTH = /content-length: (\d+)/i;
const RETRY_AFTER = /\r\nretry-after: \d+/i;

export interface TimedResponse {
  status: number;
  ms: number;
  hasRetryAfter: boolean;
}

/** A keep-alive connection. A response is `undefined` if the connection was closed before its end. */
export class Connection {
  #socket: Bun.Socket | undefined;
  #received: Buffer[] = [];
  #length = 0;
  #expected = Number.POSITIVE_INFINITY;
  #head = '';
  #sentAt = 0;
  #isHead = false;
  #settle: ((response: TimedResponse | undefined) => void) | undefined;

  static async open(port: number): Promise<Connection> {
    const connection = new Connection();
    connection.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (_socket, chunk) => connection.#take(chunk),
        close: () => connection.#end(undefined),
        error: () => connection.#end(undefined),
      },
    });
    return connection;
  }

  /** Writes text, such as part of a request, without waiting. */
  write(text: string): void {
    this.#socket?.write(text);
  }

  /** Sends a request, or the rest of one, and waits for the response. */
  ask(text: string, isHead = text.startsWith('HEAD')): Promise<TimedResponse | undefined> {
    const { promise, resolve } = Promise.withResolvers<TimedResponse | undefined>();
    this.#settle = resolve;
    this.#received = [];
    this.#length = 0;
    this.#expected = Number.POSITIVE_INFINITY;
    this.#isHead = isHead;
    this.#sentAt = performance.now();
    this.write(text);
    return promise;
  }

  close(): void {
    this.#socket?.end();
  }

  #take(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#expected === Number.POSITIVE_INFINITY) {
      this.#received.push(Buffer.from(chunk));
      const bytes = Buffer.concat(this.#received);
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) return;
      this.#head = bytes.toString('latin1', 0, end);
      const body = this.#isHead ? 0 : Number(LENGTH.exec(this.#head)?.[1] ?? 0);
      this.#expected = end + HEAD_END.length + body;
    }
    if (this.#length < this.#expected) return;
    this.#end({
      status: Number(this.#head.slice(9, 12)),
      ms: performance.now() - this.#sentAt,
      hasRetryAfter: RETRY_AFTER.test(this.#head),
    });
  }

  #end(response: TimedResponse | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(response);
  }
}

/** Runs clients that each send the next request after the response. */
export async function closedLoop(
  port: number,
  request: string,
  clients: number,
  forMs: number,
): Promise<TimedResponse[]> {
  const responses: TimedResponse[] = [];
  const until = performance.now() + forMs;
  const client = async () => {
    const connection = await Connection.open(port);
    while (performance.now() < until) {
      const response = await connection.ask(request);
      if (!response) throw new Error('A connection was cut');
      responses.push(response);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return responses;
}

const TICK_MS = 5;

/** Sends requests at a fixed rate, whether or not earlier ones have a response. */
export async function openLoop(
  port: number,
  request: string,
  perSecond: number,
  forMs: number,
  connections: number,
) {
  const idle = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const all = [...idle];
  const responses: TimedResponse[] = [];
  let cut = 0;
  let unsent = 0;
  let sent = 0;
  const startedAt = performance.now();
  const send = async () => {
    const connection = idle.shift();
    if (!connection) {
      unsent++;
      return;
    }
    const response = await connection.ask(request);
    if (response) responses.push(response);
    else cut++;
    if (response) idle.push(connection);
  };
  for (let elapsed = 0; elapsed < forMs; elapsed = performance.now() - startedAt) {
    for (; sent < (elapsed / 1000) * perSecond; sent++) void send();
    await Bun.sleep(TICK_MS);
  }
  for (const connection of all) connection.close();
  return { responses, sent, unsent, cut };
}

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
