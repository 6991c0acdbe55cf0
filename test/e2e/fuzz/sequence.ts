import type { Contract } from '../../support/contract.ts';
import type { Draft } from './drafts.ts';
import type { Findings } from './findings.ts';
import { verdictsOf } from './judge.ts';
import type { Broken, LookBack } from './look-back.ts';
import type { FuzzServer, WireRequest } from './process.ts';
import { RecordPool } from './record-pool.ts';
import type { Stalls } from './stalls.ts';

/** The number of requests that share an installation and a sweep at the end. */
const SEQUENCE_LENGTH = 100;
const SHOWN_BODY = 400;

export interface Totals {
  requests: number;
  refusals: number;
  sequences: number;
}

/** Runs drafts in sequences, each on a fresh copy of the prepared installation. */
export class Sequences {
  readonly totals: Totals = { requests: 0, refusals: 0, sequences: 0 };
  /** The requests that changed something since the start of the sequence; repeating them gives the same state. */
  #sent: WireRequest[] = [];
  #pool: RecordPool;
  #hasEnded = false;

  constructor(
    private readonly server: FuzzServer,
    private readonly contract: Contract,
    private readonly lookBack: LookBack,
    private readonly stalls: Stalls,
    private readonly findings: Findings,
  ) {
    this.#pool = new RecordPool(server.ready.records);
  }

  async run(drafts: readonly Draft[]): Promise<void> {
    for (let at = 0; at < drafts.length; ) {
      const end = Math.min(at + SEQUENCE_LENGTH, drafts.length);
      await this.#begin();
      while (at < end && !this.#hasEnded) await this.#runOne(drafts[at++]!, true);
      if (!this.#hasEnded) await this.#finish();
    }
  }

  /** Runs all drafts on one installation with a single sweep at the end. */
  async runTogether(drafts: readonly Draft[]): Promise<void> {
    await this.#begin();
    for (const draft of drafts) await this.#runOne(draft, false);
    await this.#finish();
  }

  async #begin(): Promise<void> {
    await this.server.reset();
    this.#sent = [];
    this.#pool = new RecordPool(this.server.ready.records);
    this.#hasEnded = false;
    this.totals.sequences++;
    for (const { operation, problem } of await this.lookBack.restart())
      this.findings.add('lists', operation, problem, 'in the fresh installation');
  }

  async #runOne({ operation, kind, caller, pick, build, note }: Draft, looksBack: boolean): Promise<void> {
    const drafted = build((of, apiName) => this.#pool.idFor(of, apiName, pick));
    const request = this.server.authorized(this.#pool.renamed(drafted, pick), caller);
    const response = await this.server.send(request);
    const effect = await this.server.effect(looksBack);
    note?.(response);
    this.totals.requests++;
    if (response.status >= 400) this.totals.refusals++;
    const example = () => `as ${caller} ${shown(request)}`;
    for (const [category, problem] of verdictsOf(this.contract, kind, request, response, effect))
      this.findings.add(category, operation, problem, `${kind}, ${example()}`);
    const { stallMs, sent } = await this.stalls.confirm(this.#sent, request, response, effect);
    if (stallMs !== undefined)
      this.findings.add('stalls', operation, `${stallMs.toFixed(0)} ms`, `${kind}, ${example()}`);
    if (effect.changed.size === 0) return;
    for (let n = 0; n < sent; n++) this.#sent.push(request);
    const ids = this.#pool.learn(request, response.body);
    this.lookBack.written(effect.changed);
    if (!looksBack) return;
    const { broken, ended } = await this.lookBack.look(caller, ids);
    for (const { operation: reader, key, problem } of broken)
      this.findings.add('lists', reader, problem, `${key} after ${example()}`);
    // Start over after a broken read or a revoked credential, which would affect all later requests.
    this.#hasEnded = broken.length > 0 || ended.length > 0;
  }

  async #finish(): Promise<void> {
    const { broken } = await this.lookBack.sweep(false);
    if (broken.length === 0) return;
    const guilty = await this.#guiltyOf(broken[0]!);
    for (const { operation, key, problem } of broken)
      this.findings.add('lists', operation, problem, `${key} after ${guilty}`);
  }

  /** Finds the request that first broke a read, by bisecting the sequence. */
  async #guiltyOf({ key }: Broken): Promise<string> {
    const sent = this.#sent;
    let sound = 0;
    let broken = sent.length;
    while (broken - sound > 1) {
      const middle = Math.floor((sound + broken) / 2);
      if (await this.#breaks(sent.slice(0, middle), key)) broken = middle;
      else sound = middle;
    }
    const isCertain = await this.#breaks(sent.slice(0, broken), key);
    return isCertain ? shown(sent[broken - 1]!) : 'a sequence that does not break it when it is repeated';
  }

  async #breaks(requests: readonly WireRequest[], key: string): Promise<boolean> {
    await this.server.reset();
    await this.lookBack.restart();
    for (const request of requests) {
      await this.server.send(request);
      this.lookBack.written((await this.server.effect()).changed);
    }
    const { broken } = await this.lookBack.sweep(false);
    return broken.some(found => found.key === key);
  }
}

export function shown({ method, path, headers, body }: WireRequest): string {
  const { authorization: _, 'x-api-key': __, ...rest } = headers;
  const text = typeof body === 'string' ? JSON.stringify(body).slice(1, -1) : body ? '(bytes)' : '';
  const cut = text.length > SHOWN_BODY ? `${text.slice(0, SHOWN_BODY)}… (${text.length} characters)` : text;
  return `${method} ${path} ${JSON.stringify(rest)} ${cut}`;
}
