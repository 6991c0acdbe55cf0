import type { Dice } from './dice.ts';
import type { SimulatedDisk } from './disk.ts';
import type { Installation } from './installation.ts';
import type { Trace } from './trace.ts';

/** The probabilities of what happens to a request on its way. */
const LOST_REQUEST = 0.04;
const LOST_RESPONSE = 0.06;
const SENT_TWICE = 0.06;
/** Requests that a full disk refuses until there is room again. */
const MOST_REFUSALS = 12;
const UNAVAILABLE = 503;
const SERVER_ERROR = 500;

// biome-ignore lint/suspicious/noExplicitAny: each shop reads any field of the data
export type Data = any;

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  /** The header with the caller's credential. */
  caller?: Record<string, string>;
}

export interface Answer {
  status: number;
  data: Data;
  code: string | undefined;
}

interface Surroundings {
  installation: Installation;
  disk: SimulatedDisk;
  dice: Dice;
  trace: Trace;
}

/**
 * Sends each request until it is answered, with the same idempotency key each time, over a network that loses requests and
 * responses and sends some requests twice.
 */
export class Client {
  readonly #around: Surroundings;
  readonly counts = { requests: 0, 'messages lost': 0 };
  /** Whether the network loses and repeats. */
  isFaulty = false;
  #refusalsLeft = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async send(request: ApiRequest): Promise<Answer> {
    const { trace } = this.#around;
    const key = `request-${this.counts.requests++}`;
    const name = `${key} ${request.method} ${request.path} ${JSON.stringify(request.body ?? {})}`;
    const answers: Answer[] = [];
    for (;;) {
      const isLost = this.#happens(LOST_REQUEST);
      const times = this.#happens(SENT_TWICE) && isIdempotent(request) ? 2 : 1;
      const isUnheard = this.#happens(LOST_RESPONSE);
      if (isLost || isUnheard) this.counts['messages lost'] += 1;
      if (isLost) continue;
      const sent = Array.from({ length: times }, () => this.#try(request, key));
      const received = (await Promise.all(sent)).filter(answer => answer !== undefined);
      answers.push(...received);
      if (isUnheard) continue;
      const [answer] = received;
      if (!answer) continue;
      const different = answers.find(each => JSON.stringify(each) !== JSON.stringify(answer));
      if (different && isIdempotent(request))
        trace.problem(`${name} has two answers: ${JSON.stringify([different, answer])}`);
      if (answer.status >= SERVER_ERROR) trace.problem(`${name}: ${answer.status} ${answer.code}`);
      trace.note(`${name}: ${answer.status} ${answer.code ?? ''}`, answer.data);
      return answer;
    }
  }

  /** Requires success. @throws Error with the code of a refusal */
  async require(request: ApiRequest): Promise<Data> {
    const { status, data, code } = await this.send(request);
    if (code) throw new Error(`${request.method} ${request.path}: ${status} ${code}`);
    return data;
  }

  #happens(probability: number): boolean {
    return this.#around.dice.hits(probability) && this.isFaulty;
  }

  /** @returns undefined if the caller must try again: the server was killed, is busy with the same request, or has no room */
  async #try({ method, path, body, caller }: ApiRequest, key: string): Promise<Answer | undefined> {
    const headers: Record<string, string> = { ...caller, 'content-type': 'application/json' };
    if (isIdempotent({ method, caller })) headers['idempotency-key'] = key;
    const url = `http://localhost/api/v1${path}`;
    const { disk, trace } = this.#around;
    const wasFull = disk.isFull;
    const answer = await this.#around.installation.run(async app => {
      const response = await app.handler.fetch(
        new Request(url, { method, headers, body: body && JSON.stringify(body) }),
        '127.0.0.1',
      );
      const { data, error } = (await response.json()) as { data: Data; error?: { code: string } };
      return { status: response.status, data, code: error?.code };
    });
    if (answer?.code === 'IDEMPOTENCY_IN_PROGRESS') return undefined;
    if (answer?.status !== UNAVAILABLE) return answer;
    if (!wasFull) trace.problem(`${method} ${path}: refused without a full disk`);
    this.#makeRoom();
    return undefined;
  }

  /** Counts the refusals of a full disk, and has its owner make room after some. */
  #makeRoom(): void {
    const { disk, dice, trace } = this.#around;
    if (!disk.isFull) return;
    if (this.#refusalsLeft === 0) this.#refusalsLeft = dice.between(1, MOST_REFUSALS);
    this.#refusalsLeft -= 1;
    if (this.#refusalsLeft > 0) return;
    trace.note('the disk has room');
    disk.setFull(false);
  }
}

/** Whether a request with the same key is carried out once: a write with a credential. */
function isIdempotent({ method, caller }: Pick<ApiRequest, 'method' | 'caller'>): boolean {
  return method !== 'GET' && caller !== undefined;
}
