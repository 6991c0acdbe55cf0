import type { Tool } from './tools.ts';

export const SEARCH_TOOLS = 'search_tools';
export const CALL_TOOL = 'call_tool';
/** Maximum tools that a search returns. */
export const MAX_FOUND = 10;
const DEFAULT_FOUND = 5;

/** Tools that find and call those that are not listed. */
export const META_TOOLS: readonly Tool[] = [
  {
    name: SEARCH_TOOLS,
    title: 'Search more tools',
    description:
      'Finds tools that are not in this list, such as for webhooks, influencers, the exchange, billing, devices or mail. Next: call_tool with the name and arguments of a result.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'A few words, such as "webhook deliveries"',
        },
        limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND, default: DEFAULT_FOUND },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    title: 'Call a tool found by search',
    description:
      'Calls any tool by its name, with the arguments that search_tools described. With dryRun: true among them, a change is tried and rolled back.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 100, description: 'The name of the tool' },
        arguments: { type: 'object', additionalProperties: true, description: 'Its arguments' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
];

/** Returns the tools whose words match the query best, best first. */
export function searchTools(tools: readonly Tool[], query: string, limit = DEFAULT_FOUND): Tool[] {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const scored = tools.map(tool => ({ tool, score: scoreOf(tool, words) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ tool }) => tool);
}

/** A word in the name counts more than one in the title, and that more than one in the description. */
const NAME_WEIGHT = 3;
/** Shortest stem: "deliveries" finds "delivery". */
const MIN_STEM = 4;

function scoreOf({ name, title, description }: Tool, words: readonly string[]): number {
  const texts = [title, `${title} ${description}`].map(text => text?.toLowerCase() ?? '');
  let score = 0;
  for (const word of words) {
    const stem = word.length > MIN_STEM ? word.slice(0, Math.max(MIN_STEM, word.length - 3)) : word;
    if (name.includes(stem)) score += NAME_WEIGHT;
    score += texts.filter(text => text.includes(stem)).length;
  }
  return score;
}
