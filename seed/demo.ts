import { hireAgent } from './demo-agent.ts';
import { importOldCards, shareLists } from './demo-files.ts';
import { CUSTOMERS, type DemoActor, type DemoHost } from './demo-host.ts';
import { sellOnline } from './demo-online-shop.ts';
import { bringFriend, PROGRAM } from './demo-program.ts';

/** Creates a demo business with six weeks of history through real API calls, so that all figures and events agree. */

export const BUSINESS = { name: 'Blue Cup (demo)', industry: 'cafe' };
export const OWNER = { name: 'Olga Owner', email: 'olga@demo.example' };
/** The owner's team. They have the owner's password. */
export const TEAM = [
  { email: 'manager@demo.example', name: 'Rosa Lind', position: 'manager' },
  { email: 'counter@demo.example', name: 'Theo Park', position: 'counter' },
] as const;
/** The branches, each with a shared device at its counter. */
export const PLACES = [
  { name: 'Main street', device: 'Main street tablet' },
  { name: 'Station', device: 'Station tablet' },
] as const;
/** The PIN of the owner and the team. It works only on a device that one of them has shared. */
export const PIN = '2580';
export const DAYS = 42;

const fixedReward = (value: number) => ({ type: 'fixed', value });

const CAMPAIGNS = {
  story: {
    name: 'Your morning cup',
    platform: 'instagram',
    actionType: 'story',
    reward: fixedReward(5),
    budget: { total: 400 },
    limits: { perUser: 20 },
    requirements: { minFollowers: 0, hashtags: ['bluecup'] },
    launch: true,
  },
  video: {
    name: 'Fifteen seconds of foam',
    platform: 'tiktok',
    actionType: 'video',
    reward: { type: 'percentage', value: 15 },
    limits: { perUser: 20 },
    launch: true,
  },
  opening: {
    name: 'Opening party',
    platform: 'facebook',
    actionType: 'post',
    reward: fixedReward(3),
    limits: { perUser: 20 },
    launch: true,
  },
  summer: {
    name: 'Summer menu',
    platform: 'instagram',
    actionType: 'post',
    reward: { type: 'item', name: 'Free iced latte', cost: 1.2 },
  },
} as const;
type CampaignName = keyof typeof CAMPAIGNS;

const SITES: Record<CampaignName, string> = {
  story: 'https://www.instagram.com/stories/',
  video: 'https://www.tiktok.com/video/',
  opening: 'https://www.facebook.com/posts/',
  summer: 'https://www.instagram.com/p/',
};

const INFLUENCERS = [
  {
    name: 'Mia Moor',
    account: { handle: 'miamoor', platform: 'instagram', followers: 8_400 },
    status: 'active',
    notes: 'Comes in on Saturdays. Likes to film the pour.',
  },
  {
    name: 'Noah North',
    account: { handle: 'noahnorth', platform: 'tiktok', followers: 52_000 },
    status: 'contacted',
    notes: 'Wrote on Instagram, wants to see the summer menu first.',
  },
  { name: 'Zoe Zander', account: { handle: 'zoezander', platform: 'youtube', followers: 131_000 } },
].map(({ account, ...influencer }) => ({
  ...influencer,
  email: `${account.handle}@demo.example`,
  platforms: [account],
}));

const WALK_INS = ['Anna Smith', 'Anna Smith', 'José Núñez', "Maeve O'Brien", 'Johnson Carter'];

const OPENING_ENDS_DAY = 30;
const REVIEW_LAG_DAYS = 1;
const WALLET_DOLLARS = 60;

/** Creates the demo data, day by day. */
export async function createDemo(stage: DemoHost): Promise<void> {
  const { call } = stage;
  stage.moveTo(0, 9);
  const campaigns = {} as Record<CampaignName, string>;
  for (const [name, terms] of Object.entries(CAMPAIGNS))
    campaigns[name as CampaignName] = (await call('owner', 'POST', '/campaigns', terms)).id;
  for (const influencer of INFLUENCERS) await call('owner', 'POST', '/influencers', influencer);
  const { id: program } = await call('owner', 'POST', '/programs', PROGRAM);
  await importOldCards(stage, program);
  await enrollMembers(stage, program);
  await shareLists(stage);
  const perk = await openExchange(stage);
  const desk = new ReviewDesk(stage, campaigns);
  for (let day = 0; day < DAYS; day++) {
    // An owner who looks once a day.
    await call('owner', 'PUT', '/notifications', {});
    await desk.work(day);
    await buyCoffee(stage, program, day);
    await stampCards(stage, program, day);
    if (day === CORRECTION_DAY) await correctPoints(stage, program, day);
    await bringFriend(stage, program, day);
    await sellOnline(stage, program, day);
    await trade(stage, perk, day);
    if (day === OPENING_ENDS_DAY) {
      const change = { id: campaigns.opening, state: 'ended', pendingPolicy: 'rejectAll' };
      await call('owner', 'PUT', '/campaigns', change);
    }
    await stage.onDay(day + 1, DAYS);
  }
  // Stays pending: the order value must be confirmed by a review.
  const receipt = { proofUrl: 'https://www.instagram.com/p/receipt-of-the-round/', orderValue: 38.5 };
  await call(CUSTOMERS[0], 'POST', `/programs/${program}/submit`, {
    ...receipt,
    notes: 'A round for the team',
  });
  await hireAgent(stage, program, stage.ids[CUSTOMERS[0]]);
}

/** Creates submissions, reviews them a day later, and redeems some of the rewards. */
class ReviewDesk {
  readonly #pending: { id: string; day: number; n: number; name: CampaignName }[] = [];
  readonly #codes: { code: string; day: number; n: number }[] = [];
  #n = 0;

  constructor(
    private readonly stage: DemoHost,
    private readonly campaigns: Record<CampaignName, string>,
  ) {}

  async work(day: number): Promise<void> {
    this.stage.moveTo(day, 10);
    await this.#review(day);
    this.stage.moveTo(day, 13);
    await this.#redeem(day);
    this.stage.moveTo(day, 18);
    await this.#submit(day);
  }

  async #submit(day: number): Promise<void> {
    const open: CampaignName[] = day < OPENING_ENDS_DAY ? ['story', 'video', 'opening'] : ['story', 'video'];
    for (let i = 0; i <= day % 3; i++) {
      const n = this.#n++;
      const name = open[n % open.length] as CampaignName;
      const who = CUSTOMERS[(n * 5 + day) % CUSTOMERS.length] as (typeof CUSTOMERS)[number];
      const proof = {
        campaignId: this.campaigns[name],
        proofUrl: `${SITES[name]}${who}-${n}/`,
        notes: name === 'story' ? 'Best cup in town #bluecup' : '',
      };
      const { id } = await this.stage.call(who, 'POST', '/submissions', proof);
      this.#pending.push({ id, day, n, name });
    }
  }

  async #review(day: number): Promise<void> {
    while ((this.#pending[0]?.day ?? day) < day - REVIEW_LAG_DAYS + 1) {
      const { id, n, name } = this.#pending.shift()!;
      // Already rejected: ending the campaign rejected its pending submissions.
      if (name === 'opening' && day > OPENING_ENDS_DAY) continue;
      const isGood = n % 6 !== 4;
      const decision = isGood
        ? { action: 'approve' }
        : { action: 'reject', rejectionCode: 'missingDisclosure', reason: 'Please mark it as an ad' };
      const { reward } = await this.stage.call('owner', 'POST', '/submissions/review', {
        submissionId: id,
        ...decision,
      });
      if (reward && n % 3 !== 0) this.#codes.push({ code: reward.code, day, n });
    }
  }

  async #redeem(day: number): Promise<void> {
    while ((this.#codes[0]?.day ?? day) < day - 1) {
      const { code, n } = this.#codes.shift()!;
      const redemption = { code, orderValue: 6 + (n % 7) * 1.5 };
      await this.stage.call(getBarista(day), 'POST', '/rewards/redeem', redemption);
      if (day % REINSTATEMENT_DAYS === 0) {
        const undo = { code, reason: 'Redeemed before the customer had ordered' };
        await this.stage.call('manager', 'POST', '/rewards/reinstate', undo);
        await this.stage.call(getBarista(day), 'POST', '/rewards/redeem', redemption);
      }
    }
  }
}

/** The days between two redemptions that are undone and done again. */
const REINSTATEMENT_DAYS = 19;

/** Enrolls the customers and members who have only a card of the shop. Two of them have the same name. */
async function enrollMembers({ call, ids }: DemoHost, program: string): Promise<void> {
  const path = `/programs/${program}/members`;
  for (const [index, who] of CUSTOMERS.entries()) {
    const name = `${who[0]?.toUpperCase()}${who.slice(1)} Demo`;
    await call(who, 'POST', path, { memberId: ids[who], name, phone: `+1202555010${index}` });
  }
  for (const [index, name] of WALK_INS.entries()) {
    const phone = `+1202555015${index}`;
    await call('owner', 'POST', path, { memberId: `card-${101 + index}`, name, phone });
  }
}

/** Returns who works at the counter: every third day at the station. */
function getBarista(day: number): DemoActor {
  return day % 3 === 2 ? 'baristaAtStation' : 'barista';
}

/** Days on which an order of the same day is refunded. */
const REFUND_DAYS = [17, 36];

/** Records purchases of two members per day, who earn cashback. */
async function buyCoffee({ call, ids, moveTo }: DemoHost, program: string, day: number): Promise<void> {
  moveTo(day, 15);
  for (const offset of [0, 3]) {
    const memberId = ids[CUSTOMERS[(day + offset) % CUSTOMERS.length] as (typeof CUSTOMERS)[number]];
    const order = { memberId, orderValue: 4.5 + ((day + offset) % 5) * 2, orderId: `order-${day}-${offset}` };
    await call('manager', 'POST', `/programs/${program}/cashback`, order);
  }
  if (REFUND_DAYS.includes(day)) {
    const refund = { action: 'refund', orderId: `order-${day}-0`, reason: 'Wrong order' };
    await call(getBarista(day), 'POST', `/programs/${program}/cashback`, refund);
  }
}

/** The days on which a member spends points. The first purchase is canceled. */
const SHOPPING_DAYS = [20, 33];

/** Stamps the cards of three members per day; now and then, one buys a cookie with points. */
async function stampCards({ call, ids, moveTo }: DemoHost, program: string, day: number): Promise<void> {
  moveTo(day, 16);
  for (const offset of [0, 2, 4]) {
    const who = CUSTOMERS[(day + offset) % CUSTOMERS.length] as (typeof CUSTOMERS)[number];
    const quantity = (day + offset) % 5 === 0 ? 2 : 1;
    await call(getBarista(day), 'POST', `/programs/${program}/visits`, { memberId: ids[who], quantity });
  }
  if (!SHOPPING_DAYS.includes(day)) return;
  const path = `/programs/${program}/redemptions`;
  const wrong = await call(CUSTOMERS[1], 'POST', path, { rewardId: 'cookie' });
  if (day === SHOPPING_DAYS[0])
    await call(getBarista(day), 'POST', `${path}/${wrong.id}/cancel`, { reason: 'Tapped by mistake' });
}

/** The day on which the manager corrects the points of a member. */
const CORRECTION_DAY = 38;

async function correctPoints({ call, ids, moveTo }: DemoHost, program: string, day: number): Promise<void> {
  moveTo(day, 17);
  const path = `/programs/${program}/members/${ids[CUSTOMERS[2]]}/adjustments`;
  await call('manager', 'POST', path, { points: 15, reason: "Yesterday's order was not recorded" });
}

async function openExchange({ call, ids }: DemoHost): Promise<string> {
  const terms = { name: 'A flat white', faceValue: 4.5, supply: 200 };
  const { perk } = await call('owner', 'POST', '/exchange/enroll', { role: 'issuer', perk: terms });
  for (const who of CUSTOMERS) {
    await call(who, 'POST', '/exchange/enroll', {});
    const deposit = { userId: ids[who], amount: WALLET_DOLLARS, reference: `demo ${ids[who]}` };
    await call('bank', 'POST', '/exchange/deposits', deposit);
  }
  const offer = { type: 'sell', perkId: perk.id, quantity: 120, price: 4 };
  await call('owner', 'POST', '/exchange/orders', offer);
  return perk.id;
}

/** Every other day, one customer bids below the offer and another one buys at the offer. */
async function trade({ call, moveTo }: DemoHost, perkId: string, day: number): Promise<void> {
  if (day % 2 === 1) return;
  moveTo(day, 20);
  const [bidder, buyer] = [CUSTOMERS[(day / 2) % 6], CUSTOMERS[(day / 2 + 1) % 6]] as DemoActor[];
  const price = 3 + (day % 7) * 0.1;
  const bid = { type: 'buy', perkId, quantity: 1, price: Math.round(price * 100) / 100 };
  await call(bidder as DemoActor, 'POST', '/exchange/orders', bid);
  await call(buyer as DemoActor, 'POST', '/exchange/orders', { type: 'buy', perkId, quantity: 2, price: 4 });
}
