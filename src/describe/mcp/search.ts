import MiniSearch from 'minisearch';
import { splitWords } from '../../platform/names.ts';
import type { Tool } from './tools.ts';

/** Maximum different words of a query that are searched for. */
const MAX_WORDS = 20;
/** The weight of a match by where it is. The name of a tool says best what it does, and its arguments say what it can change. */
const WEIGHTS = { name: 4, title: 2, description: 1, fields: 1 };
/** Tools that find a record, which is often wanted before anything is done with it. */
const FINDING = /^(list|search)_/;
const FINDING_WEIGHT = 1.2;
/** Words shorter than this are only found whole. */
const MIN_PREFIX = 4;
/** Share of the letters of a word that may be wrong. */
const MAX_TYPOS = 0.2;
const STOP_WORDS = new Set(
  'a all an and are at be by can do does for from get give has have how i in is it its let list make me my new of on or our please see set show that the their them this to up want was we what when which who why with you your'.split(
    ' ',
  ),
);

/** Words of people, with those of our tools. Each line is a way to put the same thing. */
const SYNONYMS: Readonly<Record<string, string>> = {
  address: 'public address place',
  again: 'redeliver',
  analytics: 'statistics',
  app: 'key device',
  balance: 'wallet',
  ban: 'suspend',
  barista: 'user',
  birthday: 'member',
  block: 'suspend',
  branch: 'place',
  brand: 'business color logo',
  cancel: 'void end',
  chart: 'statistics',
  checkout: 'redeem',
  client: 'member',
  clone: 'duplicate',
  colleague: 'user',
  compare: 'benchmark',
  copy: 'duplicate',
  coupon: 'reward code',
  coworker: 'user',
  currency: 'business',
  customer: 'member',
  delete: 'erase remove void',
  discount: 'reward',
  email: 'mail notification',
  employee: 'user',
  fake: 'advise risk submission',
  figure: 'statistics',
  flyer: 'link',
  forget: 'erase',
  friend: 'referral',
  gdpr: 'erase export personal',
  gift: 'reward',
  history: 'event',
  idea: 'generate recommend',
  invoice: 'billing',
  join: 'enroll',
  law: 'legal',
  letter: 'mail',
  location: 'place',
  logo: 'business',
  missed: 'fail',
  money: 'wallet cashback',
  newsletter: 'mail notification',
  number: 'statistics',
  opening: 'business',
  payment: 'billing',
  performance: 'statistics',
  photo: 'upload proof',
  point: 'member adjust',
  post: 'submission',
  price: 'pricing',
  privacy: 'legal erase',
  purchase: 'visit cashback',
  qr: 'card link',
  refund: 'cashback reverse',
  register: 'enroll device',
  report: 'statistics',
  return: 'refund',
  revenue: 'statistics',
  rule: 'legal compliance',
  screenshot: 'upload proof',
  shopify: 'integration shop system',
  spreadsheet: 'export',
  square: 'integration shop system',
  staff: 'user',
  stamp: 'visit',
  start: 'launch',
  stop: 'pause end',
  store: 'place shop',
  subscription: 'billing',
  suggestion: 'recommend',
  tablet: 'device',
  team: 'user',
  till: 'device counter',
  twice: 'merge',
  undo: 'reinstate reverse',
  upgrade: 'billing',
  voucher: 'reward code',
  waiter: 'user',
  woocommerce: 'integration shop system',
  work: 'user',
  worth: 'pricing value',
};

/** The fields of a tool that are searched. */
interface Entry extends Record<keyof typeof WEIGHTS, string> {
  id: string;
}

const indexes = new WeakMap<readonly Tool[], Promise<MiniSearch<Entry>>>();
/** Tools that are indexed without a break, in a few milliseconds. */
const CHUNK_SIZE = 10;

/**
 * Returns the tools that match a query, best first: by their words, those of their arguments, and synonyms, with typos.
 * @param tools the same array for each search, because its index is kept with it
 */
export async function searchTools(tools: readonly Tool[], query: string): Promise<Tool[]> {
  const creation = indexes.get(tools) ?? createIndex(tools);
  indexes.set(tools, creation);
  const index = await creation;
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  const words = splitWords(query).slice(0, MAX_WORDS).join(' ');
  return index.search(words).map(({ id }) => byName.get(id) as Tool);
}

async function createIndex(tools: readonly Tool[]): Promise<MiniSearch<Entry>> {
  const index = new MiniSearch<Entry>({
    fields: Object.keys(WEIGHTS),
    tokenize: splitWords,
    processTerm: toStem,
    searchOptions: {
      boost: WEIGHTS,
      boostDocument: id => (FINDING.test(id) ? FINDING_WEIGHT : 1),
      prefix: term => term.length >= MIN_PREFIX,
      fuzzy: term => (term.length >= MIN_PREFIX ? MAX_TYPOS : false),
      processTerm: expand,
    },
  });
  await index.addAllAsync(
    tools.map(({ name, title, description, inputSchema }) => ({
      id: name,
      name,
      title: title ?? '',
      description: description ?? '',
      fields: Object.keys(inputSchema.properties ?? {}).join(' '),
    })),
    { chunkSize: CHUNK_SIZE },
  );
  return index;
}

/** Returns a word without its ending; false for one that says nothing. */
function toStem(word: string): string | false {
  if (STOP_WORDS.has(word)) return false;
  return word.replace(/ies$/, 'y').replace(/(?<=...)(s|ed|ing)$/, '');
}

/** Returns the stems of a word and its synonyms. */
function expand(word: string): string[] | false {
  const stem = toStem(word);
  if (stem === false) return false;
  const others = (SYNONYMS[word] ?? SYNONYMS[stem] ?? '').split(' ').map(toStem);
  return [stem, ...others.filter(other => other !== false && other !== '')] as string[];
}
