import { SCOPES } from '../../../db/enums.ts';

/** The paths of the authorization server. */
export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
} as const;

/** Returns the names of this installation as a resource (RFC 8707): its MCP server, its API and its address. */
export function listResources(publicUrl: string, api: string): [string, string, string] {
  return [`${publicUrl}${api}/mcp`, `${publicUrl}${api}`, publicUrl];
}

/** Describes a protected resource (RFC 9728). @param path of the resource, such as /api/v1/mcp */
export function describeResource(publicUrl: string, path: string) {
  return {
    resource: publicUrl + path,
    authorization_servers: [publicUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Perkmint',
    resource_documentation: `${publicUrl}/guides/agents`,
  };
}

/** Describes the authorization server (RFC 8414). */
export function describeServer(publicUrl: string) {
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + PATHS.authorize,
    token_endpoint: publicUrl + PATHS.token,
    registration_endpoint: publicUrl + PATHS.register,
    revocation_endpoint: publicUrl + PATHS.revoke,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/guides/agents`,
  };
}
