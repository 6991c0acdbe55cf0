import type { Authorization, Client, Order } from 'acme-client';
import type { Challenges } from './challenges.ts';
import { getAccountKey } from './store.ts';

/** Waits between questions for a result, and how often to ask: about a minute altogether. */
const POLL_MIN_MS = 500;
const POLL_MAX_MS = 5_000;
const POLLS = 16;
const REQUEST_TIMEOUT_MS = 30_000;
/** In the order in which they are tried: an open port 80 is usual, and 443 alone is enough. */
const CHALLENGE_TYPES = ['http-01', 'tls-alpn-01'] as const;
type ChallengeType = (typeof CHALLENGE_TYPES)[number];

interface IssueOptions {
  dataDir: string;
  /** The directory URL of the certificate authority. */
  directory: string;
  /** The address at which it may contact the operator; empty for none. */
  email: string;
  names: readonly string[];
  challenges: Challenges;
}

/** How the library sends a request. */
type Adapter = Extract<
  typeof import('acme-client')['axios']['defaults']['adapter'],
  (...config: never[]) => unknown
>;

/** A problem of RFC 7807 that the certificate authority found. */
interface Problem {
  type?: string;
  detail?: string;
}

/** A domain does not lead to this server, as the certificate authority sees it; `cause` is its text. */
class ChallengeFailed extends Error {}

/**
 * Obtains a certificate for all names (RFC 8555), with a new private key.
 * @returns the key, the certificate and those of its issuers as PEM
 * @throws Error whose message is a sentence for the operator
 */
export async function issueCertificate(options: IssueOptions): Promise<string> {
  // Loaded when it is used, because most servers never do.
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.adapter = request;
  const { directory, email, names } = options;
  const create = async () => String(await acme.crypto.createPrivateEcdsaKey());
  const client = new acme.Client({
    directoryUrl: directory,
    accountKey: await getAccountKey(options.dataDir, create),
    backoffAttempts: POLLS,
    backoffMin: POLL_MIN_MS,
    backoffMax: POLL_MAX_MS,
  });
  try {
    const contact = email === '' ? [] : [`mailto:${email}`];
    await client.createAccount({ termsOfServiceAgreed: true, contact });
    const order = await authorizeOrder(client, options);
    const [key, csr] = await acme.crypto.createCsr(
      { commonName: names[0] as string, altNames: [...names] },
      await acme.crypto.createPrivateEcdsaKey(),
    );
    const certificate = await client.getCertificate(await client.finalizeOrder(order, csr));
    return `${String(key).trim()}\n${certificate}`;
  } catch (error) {
    if (error instanceof ChallengeFailed) throw error;
    const { message, code, name } = error as NodeJS.ErrnoException;
    const host = new URL(directory).host;
    if (code === undefined && name !== 'TimeoutError') throw new Error(`${host}: ${message}`);
    throw new Error(`The certificate authority ${host} cannot be reached (${code ?? name})`, {
      cause: message,
    });
  }
}

/**
 * Sends the library's requests. Its own way repeats them for minutes when the authority does not respond, and then loses the
 * reason; the keeper tries again anyway.
 */
const request: Adapter = async config => {
  const { url = '', method = 'GET', headers, data } = config;
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: headers.toJSON() as Record<string, string>,
    body: data,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const { status, statusText } = response;
  return {
    status,
    statusText,
    config,
    headers: Object.fromEntries(response.headers),
    data: await response.text(),
  };
};

/** Proves that the names lead here, over port 80 or else over 443. @throws ChallengeFailed with what failed over port 80 */
async function authorizeOrder(client: Client, { names, challenges }: IssueOptions): Promise<Order> {
  let failure: ChallengeFailed | undefined;
  for (const type of CHALLENGE_TYPES) {
    // A failed challenge ends its order.
    const order = await client.createOrder({
      identifiers: names.map(value => ({ type: 'dns', value })),
    });
    try {
      for (const authorization of await client.getAuthorizations(order))
        if (authorization.status !== 'valid') await authorize(client, authorization, type, challenges);
      return order;
    } catch (error) {
      if (!(error instanceof ChallengeFailed)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/** @throws ChallengeFailed */
async function authorize(
  client: Client,
  authorization: Authorization,
  type: ChallengeType,
  challenges: Challenges,
): Promise<void> {
  const name = authorization.identifier.value;
  const challenge = authorization.challenges.find(each => (each.type as string) === type);
  if (!challenge) throw new ChallengeFailed(`The certificate authority does not offer ${type} for ${name}`);
  const text = await client.getChallengeKeyAuthorization(challenge);
  const end =
    type === 'http-01'
      ? challenges.answerHttp(challenge.token, text)
      : await challenges.answerTls(await createChallengeCertificate(authorization, text));
  try {
    await client.completeChallenge(challenge);
    await client.waitForValidStatus(challenge);
  } catch (error) {
    const { url } = challenge;
    const [found] = await client.getAuthorizations({ authorizations: [authorization.url] } as Order);
    const problem = found?.challenges.find(each => each.url === url)?.error as Problem | undefined;
    throw explainProblem(name, problem ?? { detail: (error as Error).message });
  } finally {
    end();
  }
}

async function createChallengeCertificate(authorization: Authorization, text: string): Promise<string> {
  const { default: acme } = await import('acme-client');
  return (await acme.crypto.createAlpnCertificate(authorization, text)).map(String).join('\n');
}

/** Explains what the certificate authority found at a domain (the types of RFC 8555, section 6.7) in one sentence. */
function explainProblem(name: string, { type = '', detail }: Problem): ChallengeFailed {
  const kind = type.split(':').at(-1) ?? '';
  const otherServer = `Another server answers at ${name}: correct its A and AAAA records, or the port forwarding`;
  const sentences: Record<string, string> = {
    dns: `DNS has no address for ${name} yet: create an A record with the public address of this server, and wait until it is known`,
    connection: `${name} cannot be reached from the internet: forward the ports 80 and 443 to this server, open them in its firewall, and check that the A record has its public address`,
    unauthorized: otherServer,
    incorrectResponse: otherServer,
    caa: `A CAA record of ${name} does not allow this certificate authority`,
  };
  const sentence = sentences[kind] ?? `The certificate authority refuses ${name}: ${detail}`;
  return new ChallengeFailed(sentence, { cause: detail });
}
