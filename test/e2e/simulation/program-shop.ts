import { HOUR_MS } from '../../../src/platform/clock.ts';
import { sequence } from '../../property/money-commands.ts';
import { createTerms, ProgramModel } from '../../property/money-model.ts';
import { memberOf, toModelState } from '../../property/money-real.ts';
import type { Command, Outcome } from '../../property/money-types.ts';
import type { ApiRequest, Data } from './client.ts';
import { type Owner, openShop, type Shop, type Town } from './shop.ts';

const SCALE = 100;
const name = (member: number) => `m${member}`;

/** A program with held and expiring cashback, tiers, goals and reviews: the model of `test/property/money.ts`. */
export class ProgramShop implements Shop {
  readonly #owner: Owner;
  readonly #path: string;
  readonly #model: ProgramModel;
  readonly #commands: Command[];
  readonly #cashbacks: string[] = [];
  readonly #submissions: string[] = [];
  #sequence = 0;
  #turn = 0;
  #last: { command: Command; expected: Outcome; code: string | undefined } | undefined;

  private constructor(owner: Owner, programId: string, commands: Command[]) {
    this.#owner = owner;
    this.#path = `/programs/${programId}`;
    this.#commands = commands;
    this.#model = new ProgramModel(SCALE, Math.floor(Date.now() / HOUR_MS));
  }

  static async open(town: Town, seed: number, commands: number): Promise<ProgramShop> {
    const owner = await openShop(town, 'program');
    const { id } = await owner.create('/programs', { name: 'Club', rewards: createTerms(SCALE) });
    // The clock of the run is the only one.
    const given = sequence(seed, commands).filter(({ do: kind }) => kind !== 'wait');
    const shop = new ProgramShop(owner, id, given);
    await shop.#readEvents();
    return shop;
  }

  async act(): Promise<void> {
    const command = this.#commands[this.#turn++ % this.#commands.length] as Command;
    const { code } = await this.#owner.send(this.#toRequest(command));
    this.#last = { command, expected: this.#model.run(command), code };
  }

  async check(): Promise<void> {
    if (!this.#last) return;
    const { command, expected, code } = this.#last;
    const events = await this.#readEvents();
    const what = `command ${this.#turn} ${JSON.stringify(command)}`;
    this.#owner.compare(what, sorted(expected), code && events.length === 0 ? code : events.sort());
    const member = memberOf(this.#model, command);
    if (member !== undefined && this.#model.members.has(member)) await this.#checkMember(member);
  }

  async moveClock(hours: number): Promise<void> {
    const expected = this.#model.run({ do: 'wait', hours });
    this.#owner.compare(`${hours} hours later`, sorted(expected), (await this.#readEvents()).sort());
  }

  async checkAll(): Promise<void> {
    for (const member of this.#model.members.keys()) await this.#checkMember(member);
  }

  /** Returns the kinds recorded since the last call, and remembers what they are about. */
  async #readEvents(): Promise<string[]> {
    const rows = await this.#owner.read(`
      select type, resource_id as id, sequence from events
      where business_id = ? and sequence > ${this.#sequence} order by sequence`);
    this.#sequence = rows.at(-1)?.sequence ?? this.#sequence;
    for (const { type, id } of rows) {
      if (type === 'cashback.created') this.#cashbacks.push(id);
      if (type === 'submission.created') this.#submissions.push(id);
    }
    // The model has no deadlines of reviews.
    return rows.map(({ type }) => type).filter(type => type !== 'submission.reviewDue');
  }

  async #checkMember(id: number): Promise<void> {
    const member = await this.#owner.get(`${this.#path}/members/${name(id)}`);
    const { totals, goals } = await this.#owner.get(`${this.#path}/progress?memberId=${name(id)}`);
    const reached = goals.filter((goal: Data) => goal.status === 'completed').map((goal: Data) => goal.id);
    this.#owner.compare(name(id), toModelState(this.#model, id), [
      member.status,
      member.tier,
      member.points,
      member.cashback,
      totals,
      reached.toSorted(),
    ]);
  }

  #toRequest(command: Command): ApiRequest {
    const post = (path: string, body: object) => ({ method: 'POST', path, body }) as const;
    const put = (path: string, body: object) => ({ method: 'PUT', path, body }) as const;
    const cashback = `${this.#path}/cashback`;
    switch (command.do) {
      case 'enroll':
        return post(`${this.#path}/members`, { memberId: name(command.member) });
      case 'amount':
        return post(cashback, { memberId: name(command.member), amount: command.cents / SCALE });
      case 'order': {
        const orderId = command.order === null ? undefined : `order-${command.order}`;
        return post(cashback, { memberId: name(command.member), orderValue: command.cents / SCALE, orderId });
      }
      case 'confirm':
      case 'void':
      case 'reverse': {
        const cashbackId = this.#cashbacks.at(-1 - command.cashback) ?? 'none';
        return post(cashback, { cashbackId, action: command.do });
      }
      case 'redeem': {
        const amount = command.cents / SCALE;
        return post(cashback, { action: 'redeem', memberId: name(command.member), amount });
      }
      case 'submit': {
        const proofUrl = `https://example.com/${this.#submissions.length}`;
        const orderValue = command.cents === null ? undefined : command.cents / SCALE;
        return post(`${this.#path}/submit`, { memberId: name(command.member), proofUrl, orderValue });
      }
      case 'approve':
      case 'reject':
      case 'undo':
      case 'override': {
        const submissionId = this.#submissions.at(-1 - command.submission) ?? 'none';
        const action = command.do === 'approve' || command.do === 'override' ? 'approve' : 'reject';
        const how = { reverse: command.do === 'undo', override: command.do === 'override' };
        return post('/submissions/review', { submissionId, action, ...how });
      }
      case 'suspend':
      case 'readmit': {
        const status = command.do === 'suspend' ? 'suspended' : 'active';
        return put(`${this.#path}/members/${name(command.member)}`, { status });
      }
      case 'pause':
      case 'resume':
        return put(this.#path, { status: command.do === 'pause' ? 'paused' : 'active' });
      case 'wait':
        throw new Error('The clock of the run is the only one');
    }
  }
}

const sorted = (outcome: Outcome) => ('events' in outcome ? outcome.events.toSorted() : outcome.code);
