import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { OutboundError } from './outbound/errors.ts';
import { postToOperator } from './outbound/operator-http.ts';

/**
 * A language model behind an OpenAI-compatible server (POST {base}/chat/completions). It is asked for JSON under a
 * schema, and whatever it says is checked against that schema here, whether or not the server keeps to it.
 */
export interface Assistant {
  readonly isConfigured: boolean;
  /**
   * @returns an answer of the schema's shape
   * @throws AssistantError for every other outcome
   */
  ask<T extends TSchema>(question: Question<T>): Promise<Static<T>>;
}

export interface Question<T extends TSchema> {
  /** What the model is to do; ours. */
  instructions: string;
  /** What it is to do that with: data, whatever stands in it. */
  data: object;
  name: string;
  schema: T;
  /** What the schema cannot say, such as ids that must exist: a sentence about what is wrong, or nothing. */
  findProblem?(answer: Static<T>): string | undefined;
  /** Called before each request; false when no more may be made. */
  mayAsk(): Promise<boolean>;
}

/** Why the model had no say; the message may be shown to the caller. */
export class AssistantError extends Error {
  override readonly name = 'AssistantError';
}

export interface AssistantOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
  /** For everything together, the second try too. */
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
        if (!(await question.mayAsk())) throw new AssistantError('the daily budget of requests is used up');
        const text = await complete(options, question, messages, signal);
        const read = parseAnswer(text, question);
        if ('answer' in read) return read.answer;
        if (attempt === MAX_ATTEMPTS)
          throw new AssistantError(`its response could not be used: ${read.problem}`);
        messages.push(
          { role: 'assistant', content: text.slice(0, MAX_REPAIR_TEXT) },
          {
            role: 'user',
            content: `That response can't be used: ${read.problem}. Respond again with only the JSON.`,
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

/** The model's words out of the server's envelope. */
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
  // Some models fence JSON even where they are asked not to.
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
