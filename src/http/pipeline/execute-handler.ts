import { removeFolder } from '../file-body.ts';
import { attachRequestState, type RoutedRequest } from '../request-state.ts';
import { sendCsv } from './send-csv.ts';
import { cacheResponse } from './serve-cached.ts';
import { type Pipeline, toErrorResponse } from './step.ts';

/** Runs the route in Elysia, several times for a list as CSV, then ends the transaction of a dry run or an idempotent request. */
export async function executeHandler(state: RoutedRequest, pipeline: Pipeline): Promise<Response> {
  if (state.csv) return await sendCsv(state, state.csv, pipeline);
  const handled = await runElysia(state, pipeline);
  const executed = state.execution ? await state.execution.finish(handled) : handled;
  const { agentExecution } = state;
  const response = agentExecution
    ? await agentExecution
        .finish(toSent(state), executed)
        .catch(thrown => toErrorResponse(state, thrown, pipeline))
    : executed;
  cacheResponse(state, response, pipeline);
  return response;
}

/** Returns the request of an agent as it was sent. */
function toSent({ request, url, bodyText }: RoutedRequest) {
  const idempotencyKey = request.headers.get('idempotency-key');
  return { method: request.method, path: url.path + url.search, body: bodyText ?? null, idempotencyKey };
}

/** Errors become a response here, so that the request's transaction always ends. */
async function runElysia(state: RoutedRequest, pipeline: Pipeline): Promise<Response> {
  const { request } = state;
  const forElysia =
    request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request;
  attachRequestState(forElysia, state);
  try {
    return await pipeline.app.fetch(forElysia);
  } catch (thrown) {
    return toErrorResponse(state, thrown, pipeline);
  } finally {
    if (state.fileFolder !== undefined) await removeFolder(state.fileFolder);
  }
}
