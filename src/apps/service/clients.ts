import { Value } from '@sinclair/typebox/value';
import type { Ctx } from '../../context.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/errors.ts';
import { ClientMetadata, MAX_CLIENT_ID } from '../model.ts';
import {
  type Client,
  createClientId,
  isAllowedRedirect,
  readClientId,
  toAppAddress,
  toClientName,
  toMetadataUrl,
} from '../rules/clients.ts';
import { type Refusal, refuse } from '../rules/requests.ts';

/** The person waits for the page. */
const FETCH_TIMEOUT_MS = 5_000;
/** Recommended by the draft of client ID metadata documents. */
const MAX_DOCUMENT_BYTES = 5 * 1_024;
const METADATA_TYPE = 'application/json';

/** Registers a client (RFC 7591), which stores nothing: the client ID contains the registration. */
export function registerClient(ctx: Ctx, body: unknown): Registration | Refusal {
  const metadata = readMetadata(body);
  if ('error' in metadata) return metadata;
  const { client_name: given, redirect_uris: redirectUris } = metadata;
  const name = toClientName(given, toAppAddress(new URL(redirectUris[0] as string)));
  const id = createClientId(ctx.signingKeys.appClients, { name, redirectUris });
  if (id.length > MAX_CLIENT_ID)
    return refuse('invalid_client_metadata', 'client_name and redirect_uris are too long together');
  return {
    client_id: id,
    client_id_issued_at: Math.floor(ctx.clock.now() / SECOND_MS),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

interface Registration extends ClientMetadata {
  client_id: string;
  client_id_issued_at: number;
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: 'none';
}

/**
 * Returns the client of an ID: one that was registered here, or one that describes itself in a document at its ID, an
 * https URL (draft-ietf-oauth-client-id-metadata-document).
 * @returns words about the problem for an unknown one
 */
export async function findClient(ctx: Ctx, id: string): Promise<Client | string> {
  const url = toMetadataUrl(id);
  if (!url) return readClientId(ctx.signingKeys.appClients, id) ?? 'is unknown; the app must register again';
  const document = await fetchDocument(ctx, url.href);
  if (document === undefined) return 'must be the address of a document that describes the app';
  if ((document as { client_id?: unknown } | null)?.client_id !== id)
    return 'must be the client_id of the document at this address';
  const metadata = readMetadata(document);
  if ('error' in metadata) return `describes the app wrongly: ${metadata.error_description}`;
  const { client_name: name, redirect_uris: redirectUris } = metadata;
  return { id, name: toClientName(name, url.host), redirectUris };
}

async function fetchDocument({ outbound, log }: Ctx, url: string): Promise<unknown> {
  try {
    const { status, body } = await outbound.send({
      url,
      method: 'GET',
      headers: { Accept: METADATA_TYPE },
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: MAX_DOCUMENT_BYTES,
    });
    return status === 200 ? JSON.parse(body) : undefined;
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof SyntaxError)) throw error;
    log.info('no client document', { reason: error.message });
    return undefined;
  }
}

function readMetadata(body: unknown): ClientMetadata | Refusal {
  if (!Value.Check(ClientMetadata, body)) {
    const first = Value.Errors(ClientMetadata, body).First();
    const field = first?.path.split('/')[1] || 'the document';
    return refuse('invalid_client_metadata', `${field}: ${first?.message ?? 'is invalid'}`);
  }
  if (!body.redirect_uris.every(isAllowedRedirect)) {
    const words = 'redirect_uris must be https, http of the own computer, or the scheme of a program';
    return refuse('invalid_redirect_uri', words);
  }
  return body;
}
