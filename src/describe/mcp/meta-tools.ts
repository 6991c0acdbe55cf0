import { type TObject, Type } from '@sinclair/typebox';
import type { Tool } from './tools.ts';

export const SEARCH_TOOLS = 'search_tools';
export const CALL_TOOL = 'call_tool';
/** Maximum tools that a search returns. */
const MAX_FOUND = 10;
export const DEFAULT_FOUND = 5;
const MAX_QUERY_LENGTH = 200;
/** Names of tools are shorter. */
const MAX_NAME_LENGTH = 100;

/** The arguments of the meta-tools, which are checked like those of every other tool. */
export const META_ARGUMENTS: Readonly<Record<string, TObject>> = {
  [SEARCH_TOOLS]: Type.Object(
    {
      query: Type.String({
        minLength: 1,
        maxLength: MAX_QUERY_LENGTH,
        description: 'A few words, such as "webhook deliveries"',
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FOUND, default: DEFAULT_FOUND })),
    },
    { additionalProperties: false },
  ),
  [CALL_TOOL]: Type.Object(
    {
      name: Type.String({ maxLength: MAX_NAME_LENGTH, description: 'The name of the tool' }),
      arguments: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'Its arguments, such as dryRun' }),
      ),
    },
    { additionalProperties: false },
  ),
};

/** Tools that find and call those that are not listed. */
export const META_TOOLS: readonly Tool[] = [
  {
    name: SEARCH_TOOLS,
    title: 'Search more tools',
    description:
      'Finds tools that are not in this list, such as for webhooks, influencers, the exchange, billing, devices or mail. Next: call_tool with the name and arguments of a result.',
    inputSchema: META_ARGUMENTS[SEARCH_TOOLS] as Tool['inputSchema'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    title: 'Call a tool found by search',
    description:
      'Calls any tool by its name, with the arguments that search_tools described. With dryRun: true among them, a change is tried and rolled back.',
    inputSchema: META_ARGUMENTS[CALL_TOOL] as Tool['inputSchema'],
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
];
