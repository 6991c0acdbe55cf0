import { parseInteger, parseMax, parseText, parseUrl } from './env-parsers.ts';
import { setting } from './setting.ts';

const MAX_SECONDS = 20;
const DEFAULT_REQUESTS = 200;
const MAX_REQUESTS = 1_000_000;

/** The operator's language model, which rewrites the planner's texts. */
export const AI_SETTINGS = {
  aiBaseUrl: setting<string>(
    'AI_BASE_URL',
    '',
    parseUrl('http:', 'https:'),
    'Base URL of an OpenAI-compatible server that rewrites plan texts, such as http://127.0.0.1:11434/v1; requires AI_MODEL',
  ),
  aiApiKey: setting('AI_API_KEY', '', parseText, 'API key for the AI server, if it requires one', {
    secret: true,
  }),
  aiModel: setting('AI_MODEL', '', parseText, 'Name of the model to use'),
  aiTimeout: setting(
    'AI_TIMEOUT',
    MAX_SECONDS,
    parseMax(MAX_SECONDS),
    'Seconds to wait for the model (up to 20) before the planner responds without it',
  ),
  aiDailyBudget: setting(
    'AI_DAILY_BUDGET',
    DEFAULT_REQUESTS,
    parseInteger(0, MAX_REQUESTS),
    'Maximum model requests per day (UTC); after that, the planner responds without the model',
  ),
};

/** Lists missing settings: the URL and the model must be set together. */
export function listAiProblems({ aiBaseUrl, aiModel }: Record<string, unknown>): string[] {
  if (aiBaseUrl && !aiModel) return ['AI_MODEL is required when AI_BASE_URL is set'];
  return aiModel && !aiBaseUrl ? ['AI_BASE_URL is required when AI_MODEL is set'] : [];
}
