import { type Arguments, isStreaming, type OperationCall } from '../../../src/describe/operation-calls.ts';
import { snakeCase } from '../../../src/platform/names.ts';
import { circumstances, type Draft, type PathIds, sampled } from './drafts.ts';
import { hostileBodies, variedBodies } from './examples.ts';
import type { WireRequest } from './process.ts';
import { argumentsOf, byInput } from './requests.ts';
import type { Vocabulary } from './values.ts';

export const MCP_PATH = '/api/v1/mcp';
const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** Drafts calls of the MCP tools of operations: `count` normal ones and `count` dry runs of each. */
export function toolDrafts(words: Vocabulary, calls: OperationCall[], count: number, seed: number): Draft[] {
  const tools = calls.filter(call => !call.isSigned && !isStreaming(call));
  return tools.flatMap(call => {
    const all = [...argumentSets(words, call, count, seed), ...argumentSets(words, call, count, seed + 1)];
    const around = circumstances(call, all.length, seed);
    return all.map((given, n): Draft => {
      const { caller, pick } = around[n]!;
      const isDryRun = n >= all.length / 2 && call.method !== 'GET';
      const build = (ids: PathIds) => {
        const named = { ...given, ...pathArguments(call, ids) };
        return toolCall(call, isDryRun ? { ...named, dryRun: true } : named);
      };
      const kind = isDryRun ? 'dryRun' : 'tool';
      return { operation: `mcp ${snakeCase(call.id)}`, kind, caller, pick, build };
    });
  });
}

/** Lists valid, example and hostile arguments. */
function argumentSets(words: Vocabulary, call: OperationCall, count: number, seed: number): Arguments[] {
  const share = Math.ceil(count / 3);
  const varied = variedBodies(words, call);
  const hostile = hostileBodies(words, call);
  return [
    ...sampled(argumentsOf(words, call), share, seed),
    ...(varied ? sampled(varied, share, seed).map(body => byInput(call, body)) : []),
    // Spread over all, with a different selection for each seed.
    ...hostile
      .filter((_, n) => (n + seed) % Math.ceil(hostile.length / share) === 0)
      .map(({ body }) => byInput(call, body)),
  ].slice(0, count);
}

export function pathArguments(call: OperationCall, ids: PathIds): Arguments {
  const inPath = call.inputs.filter(({ place }) => place === 'path');
  return Object.fromEntries(inPath.map(({ name, apiName }) => [name, ids(call, apiName)]));
}

export function toolCall(call: OperationCall, given: Arguments): WireRequest {
  return message([rpc('tools/call', { name: snakeCase(call.id), arguments: given })]);
}

export function rpc(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** Returns a single message as it is, and several as a batch. */
export function message(messages: object[]): WireRequest {
  const body = JSON.stringify(messages.length === 1 ? messages[0] : messages);
  return { method: 'POST', path: MCP_PATH, headers: JSON_HEADERS, body };
}
