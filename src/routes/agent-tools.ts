import type { NewApiKey } from '../auth/model.ts';
import type { Scope } from '../context.ts';
import { invalid } from '../errors.ts';
import { isForAgents } from '../http/agent-request.ts';
import type { Installation } from './installation.ts';

/**
 * Resolves the tools of an agent's mandate to operations. Without scopes, the key gets those that they require.
 * @throws VALIDATION_ERROR for a tool that does not exist, or that no agent can have
 */
export function withTools(body: NewApiKey, findOperation: Installation['findOperation']): NewApiKey {
  const { mandate } = body;
  if (!mandate) return body;
  const routes = mandate.tools.map((name, index) => {
    const field = `mandate.tools.${index}`;
    const route = findOperation(name) ?? findOperation(toOperationId(name));
    if (!route) throw invalid(field, 'must be the ID of an operation, or the name of its tool', 'unknown');
    if (!isForAgents(route)) throw invalid(field, "can't be a tool of an agent", 'conflict');
    return route;
  });
  const required = routes.flatMap(({ scope }) => scope ?? []);
  const scopes = body.scopes ?? [...new Set<Scope>(['read', ...required])];
  const tools = [...new Set(routes.map(({ operationId }) => operationId))];
  return { ...body, scopes, mandate: { ...mandate, tools } };
}

/** Converts the name of a tool: create_campaign → createCampaign. */
function toOperationId(tool: string): string {
  return tool.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
