import { META_TOOLS } from '../describe/mcp/meta-tools.ts';
import { type BoundTool, bindTool, type Tool } from '../describe/mcp/tools.ts';
import { ALL_TOOLS, isForAgents, isInToolsets } from '../describe/mcp/toolsets.ts';
import type { OpenApiDocument } from '../describe/openapi/document.ts';
import { listOperationCalls } from '../describe/operation-calls.ts';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';
import { canCall, type Permissions } from './permissions.ts';

/** The caller to whom tools are listed. */
export interface ToolReader {
  document: OpenApiDocument;
  permissions: Permissions;
  /** The toolsets that are listed beside the default one. */
  toolsets?: readonly string[];
}

/** A tool with its serialized definitions. */
interface SerializedTool extends BoundTool {
  json: Buffer;
  compactJson: Buffer;
}

/** A tool as it is listed. */
interface ListedTool {
  tool: Tool;
  json: Buffer;
}

type Tools = ReadonlyMap<string, SerializedTool>;

/** Operations whose tools are made without a break, in about 10 ms. */
const BATCH_SIZE = 10;

const toolsByDocument = new WeakMap<OpenApiDocument, Promise<Tools>>();

/** Returns the tools by name, made once per document, because every agent request uses them. */
export function getTools(document: OpenApiDocument): Promise<Tools> {
  const tools = toolsByDocument.get(document) ?? makeTools(document);
  toolsByDocument.set(document, tools);
  return tools;
}

const searchableByTools = new WeakMap<Tools, readonly Tool[]>();

/** Returns the definitions of the tools that a search can find, in the same array each time. */
export async function getSearchable(document: OpenApiDocument): Promise<readonly Tool[]> {
  const tools = await getTools(document);
  const known = searchableByTools.get(tools);
  if (known) return known;
  const found = [...tools.values()].filter(({ call }) => isForAgents(call)).map(({ compact }) => compact);
  searchableByTools.set(tools, found);
  return found;
}

/** Makes the tools in batches, between which other requests run. */
async function makeTools(document: OpenApiDocument): Promise<Tools> {
  const tools = new Map<string, SerializedTool>();
  const calls = listOperationCalls(document);
  for (let at = 0; at < calls.length; at += BATCH_SIZE) {
    for (const each of calls.slice(at, at + BATCH_SIZE).map(call => bindTool(document, call)))
      tools.set(each.tool.name, {
        ...each,
        json: Buffer.from(JSON.stringify(each.tool)),
        compactJson: Buffer.from(JSON.stringify(each.compact)),
      });
    await yieldToEventLoop();
  }
  return tools;
}

/** Lists the tools of the toolsets that the caller may call, and those that find and call the others. */
export async function listVisibleTools({
  document,
  permissions,
  toolsets = [],
}: ToolReader): Promise<ListedTool[]> {
  const allowed = [...(await getTools(document)).values()].filter(({ call }) => canCall(permissions, call));
  if (toolsets.includes(ALL_TOOLS)) return allowed.map(({ tool, json }) => ({ tool, json }));
  // The owner of an agent has chosen its tools already.
  const isChosen = permissions.tools != null;
  const chosen = allowed.filter(({ call }) => (isChosen ? isForAgents(call) : isInToolsets(call, toolsets)));
  const canChange = allowed.some(({ tool }) => !tool.annotations.readOnlyHint);
  const listed = chosen.map(({ compact, compactJson }) => ({ tool: compact, json: compactJson }));
  return [...listed, ...(canChange ? LISTED_META_TOOLS : READ_ONLY_META_TOOLS)];
}

const toListed = (tool: Tool): ListedTool => ({ tool, json: Buffer.from(JSON.stringify(tool)) });
const LISTED_META_TOOLS = META_TOOLS.map(toListed);
/** For callers that can only read, so that clients do not ask their users about each call. */
const READ_ONLY_META_TOOLS = META_TOOLS.map(tool =>
  toListed({
    ...tool,
    annotations: { ...tool.annotations, readOnlyHint: true, destructiveHint: false },
  }),
);

const SEPARATOR = Buffer.from(',');

/** Serializes listVisibleTools as the items of a JSON array, without brackets. */
export async function serializeVisibleTools(reader: ToolReader): Promise<Buffer[]> {
  return (await listVisibleTools(reader)).flatMap(({ json }, index) =>
    index === 0 ? [json] : [SEPARATOR, json],
  );
}
