import fc from 'fast-check';
import { HOUR_MS, iso, MINUTE_MS } from '../../../src/platform/clock.ts';
import { toAmount } from '../../../src/platform/money.ts';
import { command, PEOPLE, terms } from '../../property/budget-commands.ts';
import {
  apply,
  begin,
  type Command,
  LATER,
  type Model,
  type Terms,
  toRow,
} from '../../property/budget-model.ts';
import type { ApiRequest, Client } from './client.ts';
import { type Owner, openShop, type Shop, type Town } from './shop.ts';

const CURRENCY = 'USD';
const HOUR_MINUTES = HOUR_MS / MINUTE_MS;
/** Commands before the next campaign begins. */
const COMMANDS_EACH = 40;

interface Campaign {
  id: string;
  model: Model;
  submissions: string[];
  codes: Map<string, string>;
}

/**
 * A shop whose campaigns have budgets, limits and ends, and whose customers have accounts and receive mails: the model of
 * test/property/budget.ts.
 */
export class CampaignShop implements Shop {
  readonly #owner: Owner;
  readonly #client: Client;
  readonly #terms: Terms[];
  readonly #commands: Command[];
  #campaign: Campaign | undefined;
  #turn = 0;

  private constructor(client: Client, owner: Owner, seed: number, commands: number) {
    this.#client = client;
    this.#owner = owner;
    const campaigns = Math.ceil(commands / COMMANDS_EACH);
    const inCurrency = terms.filter(({ currency }) => currency === CURRENCY);
    this.#terms = fc.sample(inCurrency, { seed, numRuns: campaigns }).map(toHours);
    // The clock of the run is the only one.
    this.#commands = fc
      .sample(command, { seed, numRuns: commands })
      .filter(({ do: kind }) => kind !== 'wait');
  }

  static async open(town: Town, seed: number, commands: number): Promise<CampaignShop> {
    const owner = await openShop(town, 'campaign');
    for (let n = 0; n < PEOPLE; n++) {
      const body = { action: 'register', ...getCredential(n), name: `Customer ${n}` };
      await town.client.require({ method: 'POST', path: '/auth', body });
    }
    return new CampaignShop(town.client, owner, seed, commands);
  }

  get actsAlone(): boolean {
    return this.#turn % COMMANDS_EACH === 0 || this.#next.do === 'submit';
  }

  get #next(): Command {
    return this.#commands[this.#turn % this.#commands.length] as Command;
  }

  async act(): Promise<void> {
    const next = this.#next;
    const turn = this.#turn++;
    if (turn % COMMANDS_EACH === 0) this.#campaign = await this.#launch(turn / COMMANDS_EACH);
    const campaign = this.#campaign as Campaign;
    const request = this.#toRequest(campaign, next);
    const expected = apply(campaign.model, next);
    if (expected === 'skipped') return;
    const { data, code = 'ok' } =
      next.do === 'submit'
        ? await this.#client.send({ ...request, caller: (await this.#logIn(next.user)).caller })
        : await this.#owner.send(request);
    this.#owner.compare(`command ${turn} ${JSON.stringify(next)}`, expected, code);
    if (code !== 'ok') return;
    if (next.do === 'submit') campaign.submissions.push(data.id);
    if (next.do === 'review' && data.reward) campaign.codes.set(data.submission.id, data.reward.code);
  }

  async check(): Promise<void> {
    const { id, model } = this.#campaign as Campaign;
    const [row] = await this.#owner.read(`
      select state, budget_total_cents as total, budget_reserved_cents as reserved, budget_spent_cents as spent,
        pending_count as pending, approved_count as approved, rejected_count as rejected
      from campaigns where business_id = ? and id = '${id}'`);
    this.#owner.compare('campaign', toRow(model), row);
  }

  async moveClock(hours: number): Promise<void> {
    if (!this.#campaign) return;
    apply(this.#campaign.model, { do: 'wait', minutes: hours * HOUR_MINUTES });
    await this.check();
  }

  async checkAll(): Promise<void> {
    await this.check();
  }

  async #launch(index: number): Promise<Campaign> {
    const given = this.#terms[index % this.#terms.length] as Terms;
    const { reward, totalCents, maxApprovals, perUser, endsIn } = given;
    const { id } = await this.#owner.create('/campaigns', {
      name: 'Story of the week',
      platform: 'email',
      actionType: 'referral',
      reward,
      budget: totalCents === null ? null : { total: toAmount(totalCents, CURRENCY) },
      limits: { maxApprovals, perUser },
      endsAt: endsIn === null ? null : inMinutes(endsIn),
      programId: await this.#openProgram(given),
      launch: true,
    });
    return { id, model: begin(given), submissions: [], codes: new Map() };
  }

  /** Creates a program without a hold period, with all customers as members. */
  async #openProgram({ cashback }: Terms): Promise<string | undefined> {
    if (!cashback) return undefined;
    const toLimit = (cents: number | null) => (cents === null ? null : toAmount(cents, CURRENCY));
    const { id } = await this.#owner.create('/programs', {
      name: 'Regulars',
      autoCreditLimit: toAmount(cashback.autoLimitCents, CURRENCY),
      rewards: {
        cashback: {
          type: 'percentage',
          value: cashback.percent,
          maxPerTransaction: toLimit(cashback.maxCents),
          maxPerMember: toLimit(cashback.maxMemberCents),
          holdDays: 0,
        },
      },
    });
    for (let n = 0; n < PEOPLE; n++) {
      const { caller, userId: memberId } = await this.#logIn(n);
      await this.#client.require({
        method: 'POST',
        path: `/programs/${id}/members`,
        body: { memberId },
        caller,
      });
    }
    return id;
  }

  async #logIn(n: number): Promise<{ userId: string; caller: Record<string, string> }> {
    const body = { action: 'login', ...getCredential(n) };
    const { accessToken, user } = await this.#client.require({ method: 'POST', path: '/auth', body });
    return { userId: user.id, caller: { authorization: `Bearer ${accessToken}` } };
  }

  #toRequest({ id, submissions, codes }: Campaign, next: Command): ApiRequest {
    const pick = (n: number) => submissions[n % Math.max(1, submissions.length)] ?? 'none';
    const post = (path: string, body: object) => ({ method: 'POST', path, body }) as const;
    const change = (fields: object) =>
      ({ method: 'PUT', path: '/campaigns', body: { id, ...fields } }) as const;
    switch (next.do) {
      case 'submit': {
        const proofUrl = `https://proof.example/${next.proof}`;
        const orderValue = next.orderCents === undefined ? undefined : toAmount(next.orderCents, CURRENCY);
        return post('/submissions', { campaignId: id, proofUrl, orderValue });
      }
      case 'review': {
        const { action, flag, orderCents } = next;
        const orderValue = orderCents == null ? orderCents : toAmount(orderCents, CURRENCY);
        const flags = flag ? { [flag]: true } : {};
        return post('/submissions/review', { submissionId: pick(next.which), action, orderValue, ...flags });
      }
      case 'redeem':
        return post('/rewards/redeem', { code: codes.get(pick(next.which)) ?? 'NONE', orderValue: 10 });
      case 'budget': {
        const { totalCents } = next;
        return change({ budget: totalCents === null ? null : { total: toAmount(totalCents, CURRENCY) } });
      }
      case 'cap':
        return change({ limits: { maxApprovals: next.maxApprovals } });
      case 'state': {
        const later = next.laterEnd ? { endsAt: inMinutes(LATER) } : {};
        const policy = next.rejectAll ? { pendingPolicy: 'rejectAll' } : {};
        return change({ state: next.to, ...later, ...policy });
      }
      case 'wait':
        throw new Error('The clock of the run is the only one');
    }
  }
}

function getCredential(n: number) {
  return { email: `customer-${n}@people.example`, password: 'correct horse battery' };
}

/** The minutes until the end of a campaign become hours, which is how time passes in a run. */
function toHours(given: Terms): Terms {
  const endsIn = given.endsIn === null ? null : given.endsIn * HOUR_MINUTES;
  return { ...given, endsIn };
}

function inMinutes(minutes: number): string {
  return iso(Date.now() + minutes * MINUTE_MS);
}
