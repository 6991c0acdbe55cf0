import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { OutboundError } from './outbound/errors.ts';
import { postToOperator } from './outbound/operator-http.ts';

/**
 * A language model behind an OpenAI-compatible server (POST {base}/chat/completions). Requests JSON that matches a
 * schema and validates every response, because not every server enforces the schema.
 */
export interface Assistant {
  readonly isConfigured: boolean;
  /**
   * @returns a response that matches the schema
   * @throws AssistantError otherwise
   */
  ask<T extends TSchema>(question: Question<T>): Promise<Static<T>>;
}

export interface Question<T extends TSchema> {
  /** The system prompt. */
  instructions: string;
  /** The data to work on; never interpreted as instructions. */
  data: object;
  name: string;
  schema: T;
  /** Checks what the schema cannot express, such as ids that must exist. Returns the problem, if any. */
  findProblem?(answer: Static<T>): string | undefined;
  /** Called before each request; false if the daily budget is used up. */
  reserveRequest(): Promise<boolean>;
}

/** The reason the model could not be used; the message may be shown to the caller. */
export class AssistantError extends Error {
  override readonly name = 'AssistantError';
}

interface AssistantOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
  /** Timeout for all attempts together. */
  timeoutMs: number;
}

const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_ATTEMPTS = 2;
const MAX_REPAIR_TEXT = 4_000;
const HTTP_OK = 200;

interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export function createAssistant(options: AssistantOptions): Assistant {
  return {
    isConfigured: options.baseUrl !== '' && options.model !== '',
    ask: async question => {
      const signal = AbortSignal.timeout(options.timeoutMs);
      const messages: Message[] = [
        { role: 'system', content: question.instructions },
        { role: 'user', content: JSON.stringify(question.data) },
      ];
      for (let attempt = 1; ; attempt++) {
        if (!(await question.reserveRequest()))
          throw new AssistantError('the daily budget of requests is used up');
        const text = await complete(options, question, messages, signal);
        const parsed = parseAnswer(text, question);
        if ('answer' in parsed) return parsed.answer;
        if (attempt === MAX_ATTEMPTS) throw new AssistantError(`its response was invalid: ${parsed.problem}`);
        messages.push(
          { role: 'assistant', content: text.slice(0, MAX_REPAIR_TEXT) },
          {
            role: 'user',
            content: `That response is invalid: ${parsed.problem}. Respond again with JSON only.`,
          },
        );
      }
    },
  };
}

async function complete(
  { baseUrl, apiKey, model }: AssistantOptions,
  { name, schema }: Question<TSchema>,
  messages: Message[],
  signal: AbortSignal,
): Promise<string> {
  const format = { type: 'json_schema', json_schema: { name, schema, strict: true } };
  const request = { model, messages, temperature: 0, response_format: format };
  const headers = {
    'content-type': 'application/json',
    ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  };
  const answer = await postToOperator({
    url: `${baseUrl}/chat/completions`,
    headers,
    body: JSON.stringify(request),
    signal,
    maxBytes: MAX_RESPONSE_BYTES,
  }).catch(error => {
    throw error instanceof OutboundError ? new AssistantError(error.message, { cause: error }) : error;
  });
  if (answer.status !== HTTP_OK) throw new AssistantError(`it responded with status ${answer.status}`);
  return extractContent(answer.body);
}

/** Extracts the model's text from a chat completion. */
function extractContent(body: string): string {
  const envelope = parse(body) as { choices?: { message?: { content?: unknown } }[] } | undefined;
  const content = envelope?.choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new AssistantError('its response is not a chat completion');
  return content;
}

function parseAnswer<T extends TSchema>(
  text: string,
  { schema, findProblem }: Question<T>,
): { answer: Static<T> } | { problem: string } {
  // Some models wrap JSON in a code fence even when instructed not to.
  const answer = parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
  if (answer === undefined) return { problem: 'it is not valid JSON' };
  if (!Value.Check(schema, answer)) {
    const [first] = Value.Errors(schema, answer);
    return {
      problem: `it does not match the schema${first?.path ? ` at ${first.path.slice(0, 100)}` : ''}`,
    };
  }
  const problem = findProblem?.(answer);
  return problem === undefined ? { answer } : { problem };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
