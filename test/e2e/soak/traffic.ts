import {
  isStreaming,
  listOperationCalls,
  type OperationCall,
  prepareRequest,
} from '../../../src/describe/operation-calls.ts';
import { CAMPAIGN, type Data, post, register } from '../calls.ts';
import { type Draft, draftsOf, KINDS } from '../fuzz/drafts.ts';
import type { Caller } from '../fuzz/protocol.ts';
import { toolDrafts } from '../fuzz/tool-drafts.ts';
import type { Vocabulary } from '../fuzz/values.ts';

/** Requests of each kind to an operation. */
const EACH = 2;
/** Public pages, and those of customers and owners. The others follow from their links. */
const FIRST_PAGES = ['/', '/login', '/discover', '/my', '/dashboard', '/dashboard/health'];
const LINK = /href="(\/[^"#?]*)/g;
const MEMBER = 'till-1';
const PASSWORD = 'correct horse battery';

/** The operations after which a caller has no credential, and which therefore end a round. */
export const LAST = ['revokeApiKey', 'rotateApiKey', 'eraseAccount'];

/** The requests of a round: all kinds, to all operations and MCP tools but those of admins and the streams. */
export function draftAll(words: Vocabulary, seed: number): Draft[] {
  const calls = listOperationCalls(words.document).filter(
    call => !isStreaming(call) && call.operation['x-access'] !== 'admin',
  );
  return [
    // With one seed, the same caller would send the first request to each operation.
    ...calls.flatMap((call, n) =>
      KINDS.flatMap((kind, k) => draftsOf(words, call, kind, EACH, seed + n + k)),
    ),
    ...toolDrafts(words, calls, EACH, seed),
  ];
}

/** The people of one round: a business with its owner and an API key, and a customer. */
export interface People {
  headers: Record<Caller, Record<string, string>>;
  /** The cookies of the owner's and the customer's browser. */
  cookies: string[];
  /** A record of the business for each collection in a path. */
  records: Record<string, string>;
}

/** Registers the people of a round, who log in in a browser, and a webhook of the business. */
export async function registerPeople(url: string, round: number, webhook: string): Promise<People> {
  const api = `${url}/api/v1`;
  const emails = [`owner-${round}@soak.example`, `customer-${round}@soak.example`] as const;
  const business = { role: 'business', businessName: `Shop ${round}` };
  const { accessToken: owner } = await register(api, emails[0], business);
  const { accessToken: customer } = await register(api, emails[1]);
  const create = async (path: string, body: object, token = owner): Promise<Data> =>
    post(api, path, body, token);
  const { id: keyId, key } = await create('/api-keys', { name: 'Till' });
  const { id: webhooks } = await create('/webhooks', { url: webhook });
  const { id: campaigns } = await create('/campaigns', { ...CAMPAIGN, launch: true });
  const proof = { campaignId: campaigns, proofUrl: `https://www.instagram.com/p/${round}/` };
  const { id: submissions } = await create('/submissions', proof, customer);
  const { id: programs } = await create('/programs', { name: 'Regulars' });
  await create(`/programs/${programs}/members`, { memberId: MEMBER, name: 'Ada' });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return {
    headers: {
      anonymous: {},
      // Of the drafts, some are for an admin and arrive from an owner.
      admin: bearer(owner),
      owner: bearer(owner),
      customer: bearer(customer),
      key: { 'x-api-key': key },
    },
    records: { 'api-keys': keyId, webhooks, campaigns, submissions, programs, members: MEMBER },
    cookies: await Promise.all(emails.map(email => logIn(url, email))),
  };
}

async function logIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-perkmint-page': '1', origin: url },
    body: JSON.stringify({ action: 'login', email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`/session: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ');
}

/** Follows links of pages at random. */
export class Walk {
  readonly pages: string[] = [...FIRST_PAGES];

  constructor(private readonly random: () => number) {}

  choose(): string {
    return this.pages[Math.floor(this.random() * this.pages.length)] as string;
  }

  learn(html: string): void {
    for (const [, path = ''] of html.matchAll(LINK)) if (!this.pages.includes(path)) this.pages.push(path);
  }
}

/** Returns the paths of the streams that need no record. */
export function listStreams(words: Vocabulary): string[] {
  const isReady = ({ inputs }: OperationCall) => !inputs.some(({ isRequired }) => isRequired);
  return listOperationCalls(words.document)
    .filter(call => isStreaming(call) && isReady(call))
    .map(call => prepareRequest(call, {}).path);
}
