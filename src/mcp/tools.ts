import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/server';
import type { TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { findResourcePath } from '../describe/mcp/definition.ts';
import { CALL_TOOL, DEFAULT_FOUND, META_ARGUMENTS, SEARCH_TOOLS } from '../describe/mcp/meta-tools.ts';
import { searchTools } from '../describe/mcp/search.ts';
import type { BoundTool } from '../describe/mcp/tools.ts';
import { ALL_TOOLS, isForAgents } from '../describe/mcp/toolsets.ts';
import {
  type Arguments,
  isStreaming,
  listUrlProblems,
  type OperationCall,
  prepareRequest,
} from '../describe/operation-calls.ts';
import type { ErrorDetail } from '../errors.ts';
import { DRY_RUN_HEADER } from '../http/dry-run.ts';
import { toValidationError } from '../http/validation-errors.ts';
import { suggest } from '../platform/suggest.ts';
import { canCall } from './permissions.ts';
import { getSearchable, getTools, type ToolReader } from './tool-list.ts';
import { trimAnswer } from './trim-answer.ts';

/** The API request of a tool call, sent with the caller's credential. */
export interface AgentRequest {
  method: string;
  /** The path from the root, including the query string. */
  path: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** The caller of the tools, and how their requests are sent. */
export interface Agent extends ToolReader {
  send(request: AgentRequest): Promise<Response>;
}

interface ToolError {
  code: string;
  message: string;
  details?: ErrorDetail[];
  status?: number;
  requestId?: string;
}

/** Calls a tool; undefined for an unknown tool. Errors are returned as results, so that the agent can act on them. */
export async function callTool(
  agent: Agent,
  name: string,
  given: Arguments,
): Promise<CallToolResult | undefined> {
  const metaSchema = META_ARGUMENTS[name];
  if (metaSchema) return callMetaTool(agent, name, metaSchema, given);
  const found = (await getTools(agent.document)).get(name);
  if (!found) return undefined;
  const { call } = found;
  const problems = listArgumentProblems(call, given);
  if (problems.length > 0) return toErrorResult(toToolError(problems));
  if (isStreaming(call)) return toErrorResult(STREAMING_NOT_SUPPORTED);
  const request = prepareRequest(call, decodeFiles(call, given));
  const response = await agent.send(request);
  const isDryRun = response.headers.get(DRY_RUN_HEADER) === 'true';
  if (request.headers[DRY_RUN_HEADER] === 'true' && response.ok && !isDryRun)
    return toErrorResult(UNCONFIRMED);
  return withoutCopy(agent, withDryRunNote(await toResult(response), isDryRun));
}

/** Runs a meta-tool after the checks that the API does for every other tool. */
async function callMetaTool(
  agent: Agent,
  name: string,
  schema: TObject,
  given: Arguments,
): Promise<CallToolResult> {
  const unknown = listUnknownArguments(Object.keys(schema.properties), given, META_HINTS[name]);
  if (unknown.length > 0) return toErrorResult(toToolError(unknown));
  if (!Value.Check(schema, given)) {
    const { code, message, details } = toValidationError(schema, given);
    return toErrorResult({ code, message, ...(details ? { details } : {}) });
  }
  return name === SEARCH_TOOLS ? search(agent, given) : callFound(agent, given);
}

/** The issue of an unknown argument, by meta-tool. */
const META_HINTS: Record<string, string> = {
  [CALL_TOOL]: 'is an unknown argument; put what the called tool needs, such as dryRun, into arguments',
};

const NOTHING_FOUND =
  'No tool matches. Name the kind of record, such as member, reward or webhook, and what to do with it.';

/** Returns what the tools that match a query do, and their arguments. */
async function search(
  { document, permissions }: Agent,
  { query, limit }: Arguments,
): Promise<CallToolResult> {
  const tools = await getTools(document);
  const matches = await searchTools(await getSearchable(document), query as string);
  const found = matches
    .filter(({ name }) => canCall(permissions, (tools.get(name) as BoundTool).call))
    .slice(0, (limit as number | undefined) ?? DEFAULT_FOUND);
  const { content } = toSuccessResult({
    tools: found.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    ...(found.length === 0 && { hint: NOTHING_FOUND }),
  });
  return { content };
}

/** Calls a tool that a search can find: none with secrets, streams or files, and no meta-tool. */
async function callFound(agent: Agent, { name, arguments: given = {} }: Arguments): Promise<CallToolResult> {
  const found = (await getTools(agent.document)).get(name as string);
  if (found && isForAgents(found.call))
    return (await callTool(agent, name as string, given as Arguments)) as CallToolResult;
  const issue = 'must be the name of a tool that search_tools finds';
  return toErrorResult(toToolError([{ field: 'name', issue, rule: 'unknown' }]));
}

/** A tool call returns a single result. */
const STREAMING_NOT_SUPPORTED: ToolError = {
  code: 'NOT_CONFIGURED',
  message: "Streaming operations aren't available as tools; use list_events instead",
};

/** Returned if the response does not confirm the dry run, for example because a proxy removed the header. */
const UNCONFIRMED: ToolError = {
  code: 'UPSTREAM_FAILED',
  message: "The server didn't confirm the dry run, so the change may have been applied",
};

/** Maximum unknown arguments listed in an error. */
const MAX_REPORTED_UNKNOWN = 10;

/** Lists problems that the operation itself cannot detect: unknown arguments, and invalid ones outside the body. */
function listArgumentProblems(call: OperationCall, given: Arguments): ErrorDetail[] {
  const names = call.inputs.map(({ name }) => name);
  return [...listUnknownArguments(names, given), ...listUrlProblems(call, given)];
}

function listUnknownArguments(
  names: string[],
  given: Arguments,
  issue = 'is an unknown argument',
): ErrorDetail[] {
  const known = new Set(names);
  const unknown = Object.keys(given).filter(name => !known.has(name));
  return unknown
    .slice(0, MAX_REPORTED_UNKNOWN)
    .map(field => ({ field, issue: issue + suggest(field, names), rule: 'unknown' as const }));
}

function toToolError(details: ErrorDetail[]): ToolError {
  const [first] = details;
  return { code: 'VALIDATION_ERROR', message: `${first?.field} ${first?.issue}`, details };
}

/** Decodes files, which agents send as base64. */
function decodeFiles(call: OperationCall, given: Arguments): Arguments {
  const files = call.inputs.filter(({ isFile, name }) => isFile && typeof given[name] === 'string');
  const decoded = files.map(({ name }) => [
    name,
    new File([Buffer.from(String(given[name]), 'base64')], 'file'),
  ]);
  return { ...given, ...Object.fromEntries(decoded) };
}

async function toResult(response: Response): Promise<CallToolResult> {
  const type = response.headers.get('content-type') ?? '';
  const bytes = await response.bytes();
  if (bytes.length > MAX_RESULT_BYTES) return toErrorResult(toTooLargeError(bytes.length));
  if (!type.startsWith('application/json'))
    return response.ok ? toBytesResult(Buffer.from(bytes), type) : toErrorResult(toStatusError(response));
  const body = JSON.parse(Buffer.from(bytes).toString()) as { error?: ToolError };
  if (response.ok) return toSuccessResult(unwrapEnvelope(body));
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return toErrorResult({ ...(body.error ?? toStatusError(response)), status: response.status, requestId });
}

/** Larger responses are not useful to an agent, and copying them would block other requests. */
const MAX_RESULT_BYTES = 2 * 1024 * 1024;

function toTooLargeError(bytes: number): ToolError {
  const message = `The response is ${bytes} bytes, which exceeds the tool limit of ${MAX_RESULT_BYTES} bytes; fetch it over HTTP`;
  return { code: 'PAYLOAD_TOO_LARGE', message };
}

function toStatusError({ status }: Response): ToolError {
  return { code: 'UPSTREAM_FAILED', message: `The server responded with status ${status}`, status };
}

/** Returns the data of an envelope, or a bare document unchanged. */
function unwrapEnvelope(body: unknown): Record<string, unknown> {
  const { success, data } = body as { success?: boolean; data?: unknown };
  return (success === true && data !== undefined ? data : body) as Record<string, unknown>;
}

/** Trims data that is too long for a model, and says so. */
function toSuccessResult(data: Record<string, unknown>): CallToolResult {
  const { data: shown, text, note } = trimAnswer(data);
  const content = [{ type: 'text' as const, text: text ?? JSON.stringify(shown) }];
  return {
    content: note ? [...content, { type: 'text', text: note }] : content,
    structuredContent: shown,
  };
}

/**
 * Leaves out the structured content, which repeats the text, unless the list of tools has its schema. Every client passes the
 * text to the model, and some pass both.
 */
function withoutCopy(
  { toolsets = [] }: Agent,
  { structuredContent, ...result }: CallToolResult,
): CallToolResult {
  return toolsets.includes(ALL_TOOLS) && structuredContent ? { ...result, structuredContent } : result;
}

/** Omits structured content, which must match the output schema of a success. */
function toErrorResult(error: ToolError): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }] };
}

/** Marks the result of a dry run in its text and its structured content. */
function withDryRunNote(result: CallToolResult, isDryRun: boolean): CallToolResult {
  if (!isDryRun) return result;
  const { structuredContent, isError } = result;
  const note = { type: 'text' as const, text: isError ? DRY_RUN_REJECTED : DRY_RUN_DONE };
  if (!structuredContent) return { ...result, content: [...result.content, note] };
  const done = toSuccessResult({ dryRun: true, ...structuredContent });
  return { ...done, content: [...done.content, note] };
}

const DRY_RUN_DONE = 'Dry run: nothing was changed. This is the response the call would have returned.';
const DRY_RUN_REJECTED = 'Dry run: nothing was changed. The call would have been rejected.';

function toBytesResult(bytes: Buffer, type: string): CallToolResult {
  const mimeType = type.split(';')[0] ?? type;
  if (mimeType.startsWith('text/')) return { content: [{ type: 'text', text: bytes.toString() }] };
  const data = bytes.toString('base64');
  if (mimeType.startsWith('image/')) return { content: [{ type: 'image', data, mimeType }] };
  return { content: [{ type: 'resource', resource: { uri: 'perkmint://file', mimeType, blob: data } }] };
}

/** Reads a resource: the response of its operation; undefined for an unknown resource. */
export async function readResource(agent: Agent, uri: string): Promise<ReadResourceResult | undefined> {
  const path = findResourcePath(agent.document, uri);
  if (!path) return undefined;
  const response = await agent.send({ method: 'GET', path, headers: {}, body: undefined });
  const body = (await response.json()) as { error?: ToolError };
  if (!response.ok) throw new Error(`${body.error?.code}: ${body.error?.message}`);
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(unwrapEnvelope(body)) }] };
}
