import { AppError, notFound } from '../../errors.ts';
import { preflight } from '../cors.ts';
import { failureResponse } from '../envelope.ts';
import type { RequestState } from '../request-state.ts';
import type { Pipeline } from './step.ts';

/** Responds to a request without a route: 404, 405 with `Allow`, or the CORS preflight response for OPTIONS. */
export function rejectUnmatched(state: RequestState, { routes, services }: Pipeline): Response | undefined {
  if (state.route) return undefined;
  const { request, url } = state;
  const methods = routes.methodsOf(url.path);
  if (methods.length === 0) throw notFound({ kind: 'route', field: 'path' });
  if (request.method === 'OPTIONS') {
    const requested = request.headers.get('access-control-request-method') ?? 'GET';
    const route =
      routes.find(requested === 'HEAD' ? 'GET' : requested, url.path) ?? routes.find(methods[0]!, url.path);
    return preflight(methods, request.headers.get('origin'), route, services.config.corsOrigins);
  }
  const message = `Method ${request.method} not allowed; allowed: ${methods.join(', ')}`;
  const response = failureResponse(new AppError('METHOD_NOT_ALLOWED', message));
  response.headers.set('Allow', [...methods, 'OPTIONS'].join(', '));
  return response;
}
