import type { Ctx } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { getPublicUrl, isOperator } from '../../installation/service.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/errors.ts';
import { getReach } from '../../platform/url-reach.ts';
import type { AddressCheck, Health } from '../model.ts';

/** A server on the internet that needs longer is not one that customers can use. */
const CHECK_TIMEOUT_MS = 8 * SECOND_MS;
const ID_LENGTH = 16;

type Result = AddressCheck['result'];

/** The results for requests without a response. */
const FAILURES: Record<OutboundError['kind'], Result> = {
  dns: 'unknownName',
  refused: 'private',
  connect: 'noAnswer',
  timeout: 'noAnswer',
  aborted: 'noAnswer',
  tls: 'invalidCertificate',
  protocol: 'otherServer',
};

/** Returns a name of this installation that all its servers have, and no other one. */
export function getInstallationId({ signingKeys }: Pick<Ctx, 'signingKeys'>): string {
  return signingKeys.installation.slice(0, ID_LENGTH);
}

/**
 * Requests the public address from here, as a customer would.
 * @throws FORBIDDEN for others than admins and the person who set the installation up
 */
export async function checkPublicAddress(ctx: Ctx): Promise<AddressCheck> {
  if (!(await isOperator(ctx))) {
    const words = 'Only an admin, or the person who set the installation up, can check its public address';
    throw forbidden('role', words, ['admin']);
  }
  const url = await getPublicUrl(ctx);
  return { url, result: getReach(url) === 'public' ? await request(ctx, url) : 'private' };
}

async function request(ctx: Ctx, url: string): Promise<Result> {
  try {
    const { body } = await ctx.outbound.send({
      url: `${url}/api/v1/health`,
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs: CHECK_TIMEOUT_MS,
    });
    return readInstallationId(body) === getInstallationId(ctx) ? 'reachable' : 'otherServer';
  } catch (error) {
    if (error instanceof OutboundError) return FAILURES[error.kind];
    throw error;
  }
}

function readInstallationId(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { data?: Health }).data?.installation;
  } catch {
    return undefined;
  }
}
